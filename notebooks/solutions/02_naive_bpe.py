"""Solutions of notebook 02: the simplest training of byte-level BPE that is right."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import regex
import yaml

from cs336_basics.datatypes import Merges, Pair, PretokenCounts, Vocab
from cs336_basics.text.pretokenize import PATTERNS


def my_split_words(text: str) -> list[str]:
    """Cut text into words with the space before them, and single characters."""
    return regex.findall(r" ?\p{L}+|[\s\S]", text)


def my_count_pretokens(text: str) -> PretokenCounts:
    """Count the GPT-2 pre-tokens of a text, as UTF-8 bytes."""
    counts: Counter[str] = Counter()
    for match in regex.finditer(PATTERNS["gpt2"].source, text):
        counts[match.group()] += 1
    return {pretoken.encode("utf-8"): count for pretoken, count in counts.items()}


def my_base_vocab(special_tokens: list[str]) -> Vocab:
    """Number the 256 bytes, then the special tokens that are not there yet."""
    vocab = {byte: bytes([byte]) for byte in range(256)}
    for special in special_tokens:
        token = special.encode("utf-8")
        if token not in vocab.values():
            vocab[len(vocab)] = token
    return vocab


def my_count_pairs(words: list[tuple[list[bytes], int]]) -> dict[Pair, int]:
    """Count every pair of neighbours, as often as its word occurs."""
    counts: Counter[Pair] = Counter()
    for word, frequency in words:
        for pair in pairwise(word):
            counts[pair] += frequency
    return counts


def my_best_pair(counts: dict[Pair, int]) -> Pair:
    """Find the pair with the highest count; among equals, the greatest pair."""
    return max(counts, key=lambda pair: (counts[pair], pair))


def my_merge_word(word: list[bytes], pair: Pair) -> list[bytes]:
    """Join a pair wherever it stands in a word, from left to right."""
    merged = []
    i = 0
    while i < len(word):
        if tuple(word[i : i + 2]) == pair:
            merged.append(word[i] + word[i + 1])
            i += 2
        else:
            merged.append(word[i])
            i += 1
    return merged


def my_learn_merges(counts: PretokenCounts, num_merges: int) -> Merges:
    """Count, choose, merge; repeat until there are enough merges or no pairs."""
    words = [
        ([bytes([byte]) for byte in pretoken], frequency) for pretoken, frequency in counts.items()
    ]
    merges: Merges = []
    while len(merges) < num_merges:
        pair_counts = my_count_pairs(words)
        if not pair_counts:
            break
        best = my_best_pair(pair_counts)
        words = [(my_merge_word(word, best), frequency) for word, frequency in words]
        merges.append(best)
    return merges


def my_split_on_special(text: str, special_tokens: list[str]) -> list[str]:
    """Cut a text at its special tokens and return what lies between."""
    if not special_tokens:
        return [text]
    longest_first = sorted(special_tokens, key=len, reverse=True)
    return re.split("|".join(re.escape(token) for token in longest_first), text)


def my_train_bpe(
    input_path: str | Path, vocab_size: int, special_tokens: list[str]
) -> tuple[Vocab, Merges]:
    """Train a tokenizer on a text file: special tokens, pre-tokens, merges, vocabulary."""
    text = Path(input_path).read_bytes().decode("utf-8")
    counts: Counter[bytes] = Counter()
    for part in my_split_on_special(text, special_tokens):
        counts.update(my_count_pretokens(part))
    vocab = my_base_vocab(special_tokens)
    merges = my_learn_merges(counts, vocab_size - len(vocab))
    for left, right in merges:
        vocab[len(vocab)] = left + right
    return vocab, merges


def my_save(path: str | Path, vocab: Vocab, merges: Merges) -> None:
    """Write vocabulary and merges as YAML: text as text, other bytes as lists of numbers."""

    def plain(token: bytes) -> str | list[int]:
        try:
            return token.decode("utf-8")
        except UnicodeDecodeError:
            return list(token)

    document = {
        "vocab": {token_id: plain(token) for token_id, token in vocab.items()},
        "merges": [[plain(left), plain(right)] for left, right in merges],
    }
    # Without allow_unicode PyYAML escapes all that is not ASCII, so nothing can be misread.
    Path(path).write_text(yaml.safe_dump(document), encoding="utf-8")


def my_load(path: str | Path) -> tuple[Vocab, Merges]:
    """Read what my_save wrote."""

    def token(node: str | list[int]) -> bytes:
        return node.encode("utf-8") if isinstance(node, str) else bytes(node)

    document = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    vocab = {token_id: token(node) for token_id, node in document["vocab"].items()}
    merges = [(token(left), token(right)) for left, right in document["merges"]]
    return vocab, merges


def my_apply_merges(pretoken: bytes, merges: Merges) -> list[bytes]:
    """Cut a pre-token into tokens: do the merges again, in the order they were learned."""
    word = [bytes([byte]) for byte in pretoken]
    for pair in merges:
        word = my_merge_word(word, pair)
    return word
