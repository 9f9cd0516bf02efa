"""The stories: each shape is a row of paragraphs, and each paragraph has several wordings.

How a template is written: see `grammar`.
"""

# ruff: noqa: E501 - one wording a line: a sentence is read and mended best in one piece.

from __future__ import annotations

from typing import NamedTuple


class Shape(NamedTuple):
    """One kind of story: its possible titles, and the wordings of each paragraph in order."""

    titles: list[str]
    paragraphs: list[list[str]]


START = [
    "{opening} {habit}",
    "{opening} {habit} {habit}",
    "{opening} {habit} {weather}",
    "{opening}",
]
END = [
    "{moral}",
    "{shopping} {moral}",
    "{song} {moral}",
    "{shopping} {song} {moral}",
    "{weather} {moral}",
]

LOST = Shape(
    titles=[
        "The Lost {Thing}",
        "Where Is the [Thing]?",
        "[Hero] Looks Everywhere",
        "[A Colour] [Thing]",
    ],
    paragraphs=[
        START,
        [
            "One morning [hero] couldn't find [his] [colour] [thing]. [He] looked under the {hideout}, behind the {hideout} and inside the {thing}. It wasn't there.",
            'On {day} at {clock}, [hero] reached for [his] [thing], and it was gone! "That\'s odd," said [hero]. "It was here yesterday, next to the {thing}."',
            "But one day the [thing] had vanished. There was the {thing}, there was the {thing}, there were all {number} {things}, but no [thing]. [hero] felt {gloomy}.",
            '"Oh no!" {cry_past} [hero]. "My [thing] has gone!" [He] emptied the cupboard. Out fell {things}, {things}, {a thing} and {few} {treats}, but no [thing].',
        ],
        [
            "So [hero] {travel_past} to the {nature}, where {helper!} was {garden_ing}. {asks} {denies}",
            "[He] {travel_past} to the {building} and found {helper!} there. {asks} {denies}",
            "First [he] {travel_past} to {helper!}. {asks} {denies}{aside}",
        ],
        [
            "Next [he] {travel_past} to the {building}, to ask {helper!}. {asks} {denies}{aside}",
            "In the {nature} sat {helper!}, {craft_ing} {a thing}. {asks} {denies}",
            '"Perhaps {helper!} knows," thought [hero], and [he] {travel_past} over the {nature}. {asks} {denies}',
        ],
        [
            '{meeting} {greeting} [hero] told [fhim] everything. "Let\'s look together," said [friend]. "Four eyes are {er} than two."',
            '{meeting} "Don\'t cry," said [friend]. "Things that are lost haven\'t stopped being somewhere."',
            '{meeting} "When did you last have it?" asked [friend]. [hero] thought {ly}. "I was {travel_ing} home from the {building}, and I was carrying {a bake}..."',
        ],
        [
            'And there, under the {hideout}, {a animal} was asleep, and its pillow was... the [colour] [thing]! "Shh," whispered [friend]. "We\'ll come back when it\'s awake."',
            'They looked up. High in the {tree} something {colour}, no, something [colour] was shining. "My [thing]!" {cry_past} [hero]. {A animal} had built a nest in it, with {few} eggs.',
            '"Wait," said [friend]. "What\'s that on your head?" [hero] put up [his] hand. It was the [thing]! It had been there all the time. They laughed until their {body} hurt.',
            'Something went "{sound}" behind the {hideout}. It was a little {animal}, playing with the [thing]. "I\'m sorry," it said. "I thought nobody wanted it." "You can play with it on {day}s," said [hero] {ly}.',
        ],
        END,
    ],
)

BAKING = Shape(
    titles=[
        "The Biggest [Bake] in [Place]",
        "[Hero] Bakes",
        "Too Much {Meal}",
        "[A Bake] for [Friend]",
    ],
    paragraphs=[
        START,
        [
            "Tomorrow was the birthday of [friend] the [fkind], and [hero] wanted to bake [a bake]. It had to be the {est} [bake] in all of [place].",
            '"Tomorrow is the fair," said [friend] the [fkind]. "Let\'s bake [a bake]!" [hero] had never baked before, but [he] didn\'t say so.',
            'One day [hero] was so hungry for [a bake] that [he] couldn\'t think of anything else. "Then bake one," said [friend] the [fkind].',
        ],
        [
            'The recipe said: "Take {few} cups of {dish}, {few} spoons of {dish} and a pinch of {dish}. Stir it {ly}, and don\'t open the oven before {clock}."',
            "[He] took {number} grams of {dish}, {few} {treats}, a little {dish} and, because the {dish} was gone, a little more {dish}.",
            "Into the bowl went {dish}, {dish}, {dish} and, by mistake, {a thing}. [hero] stirred it {ly} and put it in the oven.",
        ],
        [
            'The dough grew. It was as big as {a thing}, then as big as {a animal}, then as big as the {building}! "{Sound}!" it went, and lifted the lid. "Help!" {cry_past} [hero].',
            "Soon there was smoke. It was {colour}, and it smelled of {dish} and old {things}. The [bake] was as hard as {a thing}. [hero] sat down and felt {gloomy}.",
            'When the oven opened, out {travel_past} {a look} smell, and after the smell came every {animal} in [place]. "Is it ready?" they asked. "Is it ready now?"',
        ],
        [
            '{return} "That\'s not [a bake]," said [friend]. "That\'s an adventure. Have you tried it with {dish}?"',
            '{return} [friend] tasted it {ly}. [fHe] thought for a while. "It isn\'t bad," [fhe] said. "It just isn\'t [a bake]. It\'s {a treat}!"',
            '{return} "I\'ve spoiled it," said [hero]. "You haven\'t," said [friend]. "You\'ve only begun."',
        ],
        [
            "So they {cook_past} and {cook_past}. They laid the table, invited the {crew}, the {crew} and {number} {animals}, and cut the [bake] with a saw. Everybody got a piece, even the {animal}.{aside}",
            'They began again. This time [friend] read the recipe aloud, {ly}, and [hero] counted: "One cup, two cups... that\'s enough!" At {clock} the [bake] was {plain}, {plain} and just right.',
            'They painted it {colour}, stuck {few} {things} on top and called it "[hero]\'s {look} {treat}". The {crew} paid {number} pennies for it and asked for another.',
        ],
        END,
    ],
)

JOURNEY = Shape(
    titles=[
        "The Road to [Far]",
        "[Hero] and [Friend] Go to [Far]",
        "{Number} Miles",
        "A Letter from [Far]",
    ],
    paragraphs=[
        START,
        [
            'One day a letter came. "Dear [hero]," it said, "please come to [far]. Bring {a thing}, {a thing} and something to eat. It\'s urgent! Yours, {girl}."',
            '"Where does the river go?" asked [hero]. Nobody knew. "To [far], I think," said the {crew}. "It\'s {number} miles, and then {number} more."',
            '[His] grandfather had always talked about [far], where the {trees} are {colour} and the {animals} can sing. "I\'ll go and see," said [hero], and packed {few} {treats}.',
        ],
        [
            '{meeting} "Take me along," {speak_past} [friend]. "I\'ve got {a thing}, and I\'m not afraid of {animals}." So they went together.',
            '{meeting} {greeting} "I\'m going to [far]," said [hero]. "Alone? You\'ll need somebody who can {travel}," said [friend], and put on [fhis] {wear}.',
            "[friend] the [fkind] came along, because somebody had to carry the {thing}, the {thing} and the {bakes}.",
        ],
        [
            'On the {ordinal} day they came to the {nature}. There was no bridge. "We\'ll build one," said [hero]. They took {few} {trees}, {a thing} and a lot of {material}, and by {clock} it was done.',
            "For {few} days they {travel_past} through the {nature}, and for {few} days through the {nature}. They ate {dish} and {bakes} and slept under {a tree}. {weather}",
            'In the {nature} the path was so {plain} that they had to {travel}. "{Sound}!" went the mud. "{Sound}, {sound}!" Only [friend]\'s {thing} stayed dry.',
            'At the {nature} they met {a creature}. It had {number} teeth and {a colour} {thing} on its head. "Nobody passes," it said, "without {a bake}." Luckily [friend] had {few} of them.',
        ],
        [
            'At night they counted the stars. "{number}, {number}... I\'ve lost my place," said [hero]. "Start with the {er} ones," said [friend].',
            'It got dark. "Are you {feeling}?" asked [hero]. "No," said [friend]. "Are you?" "No," said [hero]. They held hands all the same. {song}',
            "On the way they passed {place_name}, {place_name} and {place_name}, but they didn't stop. In {place_name} {a crew} gave them {a treat}.{aside}",
        ],
        [
            'And then they saw it: [far]! It was {er} than they\'d thought. There was one {building}, one {tree} and one {character} {animal}. "Welcome," it said. "I\'ve been waiting for {number} years. Who\'s for {dish}?"',
            '[far] was built of {material} and {material}. In the middle stood {a thing}, as high as {a building}. "What does it do?" asked [hero]. "It {noise_s}," said the {crew}. And it did.',
            'In [far] everybody was {gloomy}, for the {est} {thing} in the land was broken. [hero] looked at it. "It only wants {a thing}," [he] said, and [he] {craft_past} it. "{Sound}!" it went. Everyone cheered.',
        ],
        [
            "They stayed for {few} days, and then they {travel_past} home, for it's only at home that {dish} tastes of home. {moral}",
            "On the way back the road was only half as long. Roads are like that. {shopping} {moral}",
            '"Shall we go again next {season}?" asked [friend]. "Let\'s," said [hero]. {moral}',
        ],
    ],
)

STORM = Shape(
    titles=["The Great Storm", "A Night of Wind", "Room for One More", "[Hero] and the Storm"],
    paragraphs=[
        START,
        [
            'One {season} evening the sky turned {colour}. The wind {noise_past} in the {nature}, and the {things} {noise_past} on the roof. "There\'s a storm coming," said the {crew}.',
            'It began at {clock} with one drop. Then there were {few}, then {number}, and then nobody could count them. "{Sound}!" went the thunder.',
            "The snow fell for {few} days. It covered the {hideout}, the {building} and, in the end, the {trees}. Only [hero]'s chimney looked out.",
        ],
        [
            'Somebody knocked. It was {helper!}, wet from head to toe. "Come in!" {cry_past} [hero]. "There\'s {dish} on the stove."',
            '"{Sound}! {Sound}!" went the door. Outside stood {helper} with {few} little {animals}. "Our {building} has blown away," they said. "You\'d better come in, then," said [hero].',
        ],
        [
            'Then came {helper}, and then {helper}, and then {a crew} with {a thing} on {his_or_her} back. It got rather full. "There\'s room for one more," said [hero].',
            'After that came {number} {animals}, {few} {animals} and {a character} {creature} that nobody knew. "Move up," {speak_past} the {animal}. "You\'re standing on my {body}."',
        ],
        [
            'Last of all came [friend], the {character} [fkind]. "Is there a place for me?" [fhe] asked {ly}. "There isn\'t," said the {animal}. "There is," said [hero]. "It\'s next to mine."',
            'Only [friend] the [fkind] was missing. "[fHe] can\'t be out in this!" {cry_past} [hero]. [He] took {a thing} and {a lantern} and {travel_past} into the dark. Under the {hideout} sat [friend], {gloomy} and cold. "I knew you\'d come," [fhe] said.',
        ],
        [
            "To pass the time, they told stories about {creatures}, and [friend] {craft_past} {a thing} out of {material}. {song} When they woke, the storm was over.{aside}",
            "They ate {dish} from {few} bowls and played {game} until {clock}. The wind {noise_past}, but nobody listened any more.",
            '"What\'s the {est} thing about a storm?" asked [friend]. "That it stops," said the {animal}. "That you\'re all here," said [hero].',
        ],
        [
            "In the morning the {nature} was {colour} and quiet. Everybody helped: the {animal} {craft_past} the {thing}, the {crew} {craft_past} the {thing}, and [friend] {craft_past} the {building}. {moral}",
            "When the sun came back, they mended {number} {things} and found {number} {things} that belonged to nobody. {shopping} {moral}",
        ],
    ],
)

CREATURE = Shape(
    titles=[
        "The {Creature}",
        "[Hero] and the [Creature]",
        "Nobody Likes [a Creature]",
        "The Last [Creature] in [Place]",
    ],
    paragraphs=[
        START,
        [
            "Now, in the {nature} near [place] lived [a creature]. Nobody had ever seen it, but everybody knew that it was {look}, that it had {number} teeth, and that it ate {things}.",
            'One night [hero] heard something in the kitchen. "{Sound}!" it went. "{Sound}, {sound}." [He] took {a thing}, just in case, and {travel_past} down the stairs. On the table sat [a creature].',
            '"Beware of the [creature]!" said the sign by the {nature}. [hero] couldn\'t read yet, so [he] {travel_past} right in.',
        ],
        [
            "It was {er} than {a thing} and {er} than {a animal}. It had {colour} fur, {a look} nose and {few} ears, and it was {noise_ing} {ly}.",
            "It looked a bit like {a animal} and a bit like {a thing}. Its eyes were {colour}, and from its head grew {a tree} with {few} leaves.",
            '"Are you going to eat me?" asked [hero]. "Don\'t be silly," said the [creature]. "I only eat {bakes}. Do you happen to have {bakes}?"',
        ],
        [
            '"Why do you {noise} every night?" asked [hero]. "Because nobody talks to me," said the [creature]. "I\'m the {ordinal} of the [creatures], and the other {number} have moved to [far]."',
            '"I\'m not a monster," said the [creature]. "I\'m just {gloomy}." And two {colour} tears rolled down its {body}.',
            'The [creature] showed [him] its things: {few} {things}, {a colour} {thing}, a picture of {a animal} and a box full of {material}. "I collect what other people drop," it said.',
        ],
        [
            'The next day the {crew}, the {crew} and the {crew} came with {things} and {things}. "Where\'s the [creature]?" they {speak_past}. "We\'ll chase it away!" "You won\'t!" {cry_past} [hero], and [friend] the [fkind] came and stood beside [him]. "It\'s our friend."',
            '[hero] ran to [friend], {a character} [fkind]. "We must help it," [he] said. "People are only scared because they haven\'t met it." [friend] thought {ly}. "Then let\'s introduce them," [fhe] said.',
        ],
        [
            "So they gave a party. {shopping} At first nobody spoke. Then the [creature] asked the {crew!} about {things}, and the [crew] couldn't stop talking until {clock}.",
            'That very night {a animal!} fell into the {nature}. Nobody could swim so {ly} as the [creature]. "{Sound}!" and it was in; "{sound}!" and it was out, with the [animal] on its back. After that, nobody was afraid any more.',
            "The [creature] turned out to be very good at {skill}. It taught the whole village, {number} people and {number} {animals}.{aside}",
        ],
        END,
    ],
)

SUMS = Shape(
    titles=["[Hero] Counts", "How Many {Things}?", "[Total] [Things]", "Market Day in [Place]"],
    paragraphs=[
        START,
        [
            '[hero] had [count] [things]. One {day} [he] found [more] more behind the {building}. "How many have I got now?" [he] wondered.',
            'On market day [hero] had [count] [things] in one basket and [more] in the other. "I\'ll be rich!" [he] {speak_past}. "But how rich?"',
            '"I\'ll give you [more] [things]," said the {crew}, "if you {craft} my {thing}." [hero] already had [count], but who says no to [things]?',
        ],
        [
            '[He] counted them once and got {number}. [He] counted them twice and got {number}. "They\'re moving!" [he] {speak_past}. And so they were: {few} {animals} were carrying them away.',
            '[He] put them in rows of ten, but the {animal} {travel_past} through the middle, and [he] had to start again. "{Sound}!" went the [things].',
            '"[count] and [more]," {speak_past} [hero]. "That\'s... that\'s... rather a lot." [His] {body} got hot from thinking.',
        ],
        [
            '{meeting} "It\'s easy," said [friend]. "[count] and [more] is [total]. Count on your {body}, and borrow mine if you run out."',
            '{meeting} {greeting} "What\'s [count] and [more]?" asked [hero]. "[total]," said [friend] at once. "How did you do that?" "I didn\'t count. I added."',
            '{meeting} [fHe] took a stick and wrote in the sand: [count] + [more] = [total]. "That\'s it?" asked [hero]. "That\'s it," said [friend]. "It\'s {er} than {a thing}, once you\'ve seen it."',
        ],
        [
            'So there were [total] [things]. [He] gave one to the {crew}, one to the {animal}, and one to {a animal} who was just {travel_ing} by. That left [left]. "[left] is {a plain} number, too," said [hero].{aside}',
            "They sold the [total] [things] for {number} pennies each. With the money they bought {a colour} {thing}, {few} {treats} and, for the {animal}, {a thing} made of {material}.",
            '"[total] [things]," said [hero] {ly}. "One for every house in [place]." And that\'s what [he] did with them. It took until {clock}. {weather}',
        ],
        END,
    ],
)

NOISE = Shape(
    titles=[
        "What Went [Sound]?",
        "The Noise in the Night",
        "[Hero] Isn't Scared",
        "[Sound]! [Sound]!",
    ],
    paragraphs=[
        START,
        [
            'One night [hero] lay in bed, and something went "[sound]". [He] pulled the blanket over [his] head. "[Sound]!" it went again. "[Sound], [sound]!"',
            "It was long after bedtime, and all of [place] was asleep. Only [hero] was awake. Something was {noise_ing} in the {building}.",
            '"Did you hear that?" whispered [hero]. [His] toy {animal} didn\'t answer. Behind the {hideout} something {noise_past}.',
        ],
        [
            "Perhaps it was {a creature}! {Creatures} have {number} legs, and they {travel} through keyholes. Or perhaps it was {a animal} with {a thing}? [hero] didn't know which was worse.",
            '"I\'m not scared," [he] said aloud. "I\'m {character} and {character}, and I\'ve got {a thing}." But [his] {body} trembled.',
            '[He] thought of everything that goes "[sound]": {things}, {things}, old {things}, {animals} with a cold. It wasn\'t any of those.',
        ],
        [
            '[hero] lit {a lantern} and {travel_past} down the stairs. {meeting_night} "Let\'s go and see," [fhe] said. "A noise is only a noise until you look at it."',
            '[He] {travel_past} to the window and saw a light. {meeting_night} "I heard it, too," [fhe] whispered. "Shall we look? You first." "No, you first." So they went together.',
        ],
        [
            "They looked under the {hideout}. Nothing. They looked behind the {hideout}. Only {a thing}. They opened the {box}, slowly, {ly}, and out {travel_past}... {a colour} little {animal} with the hiccups!",
            'It was the {thing}! The wind had got into it and made it {noise}. "That\'s all?" asked [hero]. "That\'s all," said [friend]. "It\'s nearly always {a thing}."',
            'In the {building} sat the {crew!}, {craft_ing} {a thing}. "Did I wake you?" asked the [crew]. "I\'m so sorry. It has to be ready by {day}."',
            'It was [hero]\'s own {body}! "You\'re hungry," said [friend]. "That\'s what it sounds like from outside." So they warmed some {dish}.',
        ],
        [
            "They laughed so {ly} that the {crew} woke up, and the {crew}, and the {animals}. {shopping}",
            '"[Sound]," said [hero]. "[Sound], [sound]," said [friend]. It didn\'t sound scary at all when you said it yourself.',
            '[hero] yawned. "Stay a little," [he] said. So [friend] sat by the bed and hummed until [he] was asleep.',
        ],
        END,
    ],
)

QUARREL = Shape(
    titles=["Mine!", "One [Thing], Two Friends", "The Quarrel", "Half [a Bake]"],
    paragraphs=[
        START,
        [
            '[hero] and [friend] the [fkind] found {a look} [thing] by the {nature}. "It\'s mine!" said [hero]. "I saw it first!" "It\'s mine!" said [friend]. "I touched it first!"',
            "[hero] and [friend] the [fkind] did everything together. They {travel_past} together, they {garden_past} together, they even had {dish} from one bowl. But then the {crew} gave them [a thing]. One [thing], for two.",
            '"You\'ve broken my [thing]!" {cry_past} [hero]. "I haven\'t!" {cry_past} [friend] the [fkind]. "It was like that!" And they turned their backs on each other.',
        ],
        [
            'They pulled. They {craft_past}. "Let go!" "You let go!" And "{sound}!" it went, and each of them sat on the ground with half [a thing].',
            "[hero] said something {plain}. [friend] said something {er}. Soon they'd said {number} things they didn't mean.{aside}",
            "They didn't talk on {day}. They didn't talk on {day}. On {day} they drew a line down the middle of the {nature}: this side for [hero], that side for [friend].",
        ],
        [
            "[hero] played {game!} alone, but it's no fun to play [game] alone: you always know where you are. [friend] {craft_past} {a thing}, but there was nobody to show it to.",
            '"I don\'t care," said [hero] to the {animal}. "I\'ve got {few} {things} and {a animal}." But the {dish} didn\'t taste of anything, and the {nature} was very quiet.',
            "That evening [hero] looked across the {nature}. There was a light in [friend]'s window. It looked {gloomy}.",
        ],
        [
            'The {crew!} saw it all. "You know," {speak_past} the [crew], "I once had a friend and {a thing!}. I kept the [thing]. It\'s over there, in the corner, under the dust."',
            'Old Mother {Animal} {travel_past} by. "What weighs nothing," she asked, "and is hard to lift?" [hero] thought {ly}. "I know," [he] said at last. "The word \'sorry\'."',
        ],
        [
            'So [hero] {travel_past} to [friend]\'s door. At the same moment the door opened. "I\'m sorry," they both said. "No, I\'m sorry." "No, I\'m {er}!" And then they had to laugh.',
            "[hero] put the [thing] into a box, tied {a colour} ribbon round it and laid it on [friend]'s doorstep. But there was already a box there, with [hero]'s name on it. In it was [a bake], cut exactly in half.",
            '"You can have it," said [hero]. "No, you have it," said [friend]. They nearly quarrelled again. In the end they gave it to {helper}, who\'d never had [a thing] before.',
        ],
        END,
    ],
)

RACE = Shape(
    titles=["The Race", "The Great {Thing} Race", "Who Is Fastest?", "[Hero] Comes in {Late}"],
    paragraphs=[
        START,
        [
            'Every {season} there\'s a race in [place], from the {building} to the {nature} and back. The prize is {a colour} {thing}. "I\'ll win it," said [hero]. "You?" {speak_past} [friend] the [fkind]. "You can\'t even {travel}!"',
            '"RACE ON {day}!" said the poster on the {building}. "FIRST PRIZE: {few} {bakes}." [hero] read it {few} times. [He] was very fond of prizes that you can eat. But so was [friend] the [fkind].',
            '"I\'m the fastest in [place]," said [friend] the [fkind]. "Nobody can {travel} like me." [hero] said nothing. [He] went home and practised.',
        ],
        [
            "Every morning [he] practised. [He] {travel_past} up the {nature} and {travel_past} down again. On {day} it took [count] minutes, on {day} it took [less]. [He] wrote it all down.",
            "[He] practised with {a thing} on [his] head. [He] practised in the rain. [He] practised {skill}, too, because you never know.",
        ],
        [
            'Then came the day. There were {number} runners: {few} {animals}, {few} {animals}, {a crew} and {a creature}. "Ready, steady..." said the {crew}. "{Sound}!" went the {thing}, and off they {travel_past}.',
            '"One, two, three, go!" The {animal} was in front, then the {animal}, then [friend]. [hero] was {late}. "Slow is also a speed," thought [hero], and {travel_past} on.',
        ],
        [
            "The {animal} stopped to {cook} {a treat}. The {animal} stopped to {craft} {a thing}. The {crew} took the wrong road and wasn't seen until {day}.{aside}",
            'At the {nature} there was mud. "{Sound}!" and the {animal} was stuck. "{Sound}!" and so was the {animal}. [hero] {travel_past} round it, {ly}, {ly}.',
        ],
        [
            "And then, just before the end, [hero] heard somebody cry. It was [friend]. [fHe] had fallen over {a thing} and hurt [fhis] {body}. The finish was so near! [hero] stopped all the same.",
            'Now only [friend] was left in front. But what was that? [friend] had stopped. "I don\'t want to win without you," [fhe] said. "It\'d be too quiet."',
        ],
        [
            "So they {travel_past} over the line together, as slow as {things}. Everybody else was there already. But nobody got so much cheering as these two!",
            'They crossed the line at the very same moment. "Who\'s won?" asked the {crew!}. "We have," they said. So the [crew] cut the prize in half, which isn\'t easy with {a thing}.',
            '{Helper!} won, who hadn\'t even known there was a race. "I was only {travel_ing} home," said [helper]. Everyone laughed. {shopping}',
        ],
        END,
    ],
)

LEARNING = Shape(
    titles=["[Hero] Learns", "Again!", "The Smallest [Kind]", "Not Yet"],
    paragraphs=[
        START,
        [
            'All the others could {travel}. Only [hero] couldn\'t. "You\'re too {plain}," said the {animal}. "You\'re too {plain}," said the {animal}. [hero] felt {gloomy}.',
            '[hero] wanted to learn {skill}. "It\'s very hard," said the {crew}. "It took me {number} days." "Then I\'ll start today," said [hero].',
            '"I can\'t {make!} {a thing}," said [hero]. "You can\'t [make] one YET," said [his] grandmother. "You\'ve left out the {est} word."',
        ],
        [
            '[He] tried on {day}, and it went "{sound}". [He] tried on {day}, and it went "{sound}, {sound}". On {day} [he] only watched.',
            "The first time, [he] fell into the {nature}. The second time, [he] fell into the {nature} again, but more gracefully. The {ordinal} time, nobody counted any more.",
            "[He] read {few} books about it. In one of them there was {a bake} between the pages, so that was a good day.",
        ],
        [
            '{meeting} {greeting} "I\'m no good at it," said [hero]. "How often have you tried?" "{number} times." "Try {number}," said [friend]. "I was {er} than you, once."',
            '{meeting} "Show me," said [friend]. [hero] showed [fhim]. "You\'re thinking about your {body}," said [friend]. "Think about {bakes}."',
            '{meeting} "I\'ll help you," said [friend]. [fHe] held [him] by the hand, then by one finger, and then [fhe] only said [fhe] did.{aside}',
        ],
        [
            'And the next time... "Look!" {cry_past} [hero]. "I\'m doing it! I\'m really doing it!" [He] {travel_past} round the {building}, over the {thing} and straight into {a crew!}. "Well done," said the [crew] from the ground.',
            'On the {ordinal} of {month}, at {clock}, it worked. Nobody saw it but {a animal!}. "Not bad," said the [animal], and that was the {est} thing anybody had ever said to [hero].',
            "It wasn't {plain}, and it wasn't {plain}, but it worked. [hero] did it again, to be sure. And again. And once more for [friend].",
        ],
        [
            'Now it was [hero] who taught the others: {few} {animals}, {a crew}, and {a character} {creature} from [far]. "I can\'t," they said. "Not yet," said [hero].',
            '"What shall we learn tomorrow?" asked [friend]. "{Skill}!" said [hero]. "And {skill}. And how to {cook} {a bake}."',
        ],
        END,
    ],
)

INVENTION = Shape(
    titles=[
        "The [Gadget]",
        "[Hero] Invents Something",
        "A Machine for {Things}",
        "The Great [Gadget] of [Place]",
    ],
    paragraphs=[
        START,
        [
            '[hero] was an inventor. [He] had already invented {a gadget}, {a gadget} and {a thing} for {animals}. But the [gadget] was to be the {est} of them all. "What does it do?" asked [friend] the [fkind]. "Wait and see," said [hero].',
            '"What this village needs," said [hero] one {day}, "is [a gadget]." "What\'s [a gadget]?" asked [friend] the [fkind]. "I\'ll know when it\'s finished," said [hero].',
            'There were too many {things} in [place]. They lay in the {building}, they hung in the {trees}, and people fell over them. "Somebody should invent something," said [friend] the [fkind], and looked at [hero].',
        ],
        [
            "For {few} days there was {noise_ing} and {noise_ing} in the {building}. [hero] used {few} {things}, {a thing}, {number} {things}, a yard of {material} and a great deal of {dish}.",
            '[He] drew a plan. Here was the {thing}, there was the {thing}, and in the middle a wheel that turned {ly}. Underneath [he] wrote: "Don\'t touch the {colour} {thing}!"',
            "It was made of {material}, {material} and a little {material}. It had a handle for {animals}, a handle for children, and {a look} {thing} on top, for beauty.",
        ],
        [
            'At {clock} [hero] pulled the handle. "{Sound}!" it went. "{Sound}! {Sound}!" And out came {a bake}. And {a bake}. And {number} more. "Stop!" {cry_past} [hero]. It didn\'t.',
            "Everybody came to look. [hero] pressed the {colour} button. Nothing. [He] pressed the {colour} one. The [gadget] began to {noise}, then to {travel}, and then it {travel_past} straight down the street, with the {crew} on it.",
            '"{Sound}," went the [gadget], and all the {things} of [place] rose into the air. They {travel_past} round the {building} like {animals}. "It works," said [hero]. "I only don\'t know how to turn it off."',
        ],
        [
            '"What does it need?" {speak_past} [friend]. "Less!" cried [hero]. So [friend] took away {a thing}, and {a thing}, and {a thing}, until the [gadget] {noise_past} once and stood still.',
            '{Helper!} came with {a thing} and tied the [gadget] to {a tree}. "In my day," said [helper], "we did it with string."',
            '[friend] talked to it {ly}. "You\'ve been very {character}," [fhe] said. "Now have a rest." And the [gadget] stopped. Nobody had thought of asking it nicely.',
        ],
        [
            "Today the [gadget] stands by the {nature}. The {animals} live in it, and on {day}s it makes {dish}. [hero] is already working on {a gadget}.{aside}",
            "They found that it was very good at one thing: {craft_ing} {things}. That wasn't what it was for, but that's how most things were invented. {shopping}",
        ],
        END,
    ],
)

RIDDLE = Shape(
    titles=[
        "The Riddle of the {Nature}",
        "Three Riddles",
        "The [Animal] Asks",
        "The Door in the {Tree}",
    ],
    paragraphs=[
        START,
        [
            '[hero] and [friend] the [fkind] were {travel_ing} through the {nature}. There stood {a tree} with a door in it, and before the door sat {a look} {animal!}. "Answer my three riddles," said the [animal], "and I\'ll show you what\'s inside."',
            'One {day} [hero] and [friend] the [fkind] came to a bridge. On the bridge sat {a look} {animal!}. "Answer my three riddles," it said, "or go home through the water."',
            'The queen of [far] had sent {a character} {animal!} to [place], with {a colour} box. "Whoever answers three riddles may open it," said the [animal]. Nobody dared, except [hero] and [friend], {a character} [fkind].',
        ],
        ['"Number one," said the [animal]. {riddle}'],
        [
            '"Number two," said the [animal] {ly}. {riddle}',
            'The [animal] {noise_past}. "Now a hard one." {riddle}',
        ],
        [
            '"Here\'s the last one," said the [animal]. "What have I got in my {thing!}?" "That isn\'t a riddle!" {cry_past} [hero]. "No," the [animal] admitted, "but I can\'t find my [thing], and I hoped you\'d know."',
            '"Now it\'s our turn," said [friend]. "What\'s {colour}, has {few} legs and {noise_s}?" The [animal] didn\'t know. "I don\'t know either," said [friend], "but it\'s standing behind you."',
            'The third was the {est}: "What\'s the {est} thing in the world?" "{Bakes}," said [friend]. But [hero] looked at [friend], and then [he] knew. "That somebody waits for you," [he] said. "Nothing else comes near."',
            '"Number three," said the [animal]. {riddle}{aside}',
        ],
        [
            '"Right," said the [animal]. "Three out of three! Look." And there were {number} {things}, {a bake} and a note: "Come back on {day}. I get lonely."',
            '"You\'ve earned it," {speak_past} the [animal], and gave them {a colour} {treat!}. [hero] broke the [treat] in two, and then in three, because the [animal] looked so hungry.',
            '"Nobody has ever answered all three," said the [animal], and began to {noise}. "Now I haven\'t any riddles left." So they sat down and told it {few} new ones. {weather}',
        ],
        END,
    ],
)

LETTER = Shape(
    titles=["A Letter for [Hero]", "The Wrong Letter", "Dear [Friend]", "The Post Comes at {Few}"],
    paragraphs=[
        START,
        [
            'One {day} the {animal!} who brought the post knocked at {clock}. "There\'s a letter for [hero]," it said. "At least I think so. The rain has washed off all but the first letter."',
            "[hero] had never got a letter. The {crew} got letters, the {crew} got letters, even the {animal} got {few} a week. So [hero] sat down and wrote one to [him]self.",
            "In an old {thing}, under {few} {things}, [hero] found a letter. It was dated {month} {date}, {year}, and nobody had ever opened it.",
        ],
        [
            "It said: \"Dear friend, I'm well. The {things} are in bloom. The {animal} has {craft_past} my {thing} again. When are you coming? I've made {bakes}. Your [friend].\"",
            '"My dear," it read, "here in [far] it\'s {plain} and {plain}. I\'ve learned {skill}. I\'ve seen {number} {animals} and one {creature}. But nobody laughs like you. Write soon! [friend]."',
            '"Look behind the {hideout}," it said. "Take {few} steps to the {tree}. Turn {ly}. Dig. Don\'t tell the {animals}. P.S. Bring {dish}."',
        ],
        [
            '"Who\'s [friend]?" asked [hero]. Nobody knew. So [he] put on [his] {wear}, took {a bake} and {travel_past} off to find out.',
            "[hero] read it {number} times. Then [he] took a pencil and wrote back: \"Dear [friend], you don't know me, and I'm not the one you think. But I like {bakes}, too.\"",
        ],
        [
            "[He] asked at the {building}. [He] asked at the {building}. [He] asked {helper}, who only wanted to talk about {things}.{aside}",
            'For {few} days nothing came. Every morning [hero] stood at the gate with {a thing}. "No post," said the {animal} with the post bag. "Only bills and {a treat}."',
        ],
        [
            'And on the {ordinal} day there stood, between the {nature} and the {building}, {a character} [fkind] with a suitcase. "I\'m [friend]," said the [fkind]. "You wrote so {ly} that I thought I\'d come myself."',
            'At last [he] came to {a look} {home}. [He] knocked. {A character} [fkind] opened. "I think this is yours," said [hero], and held out the letter. "No," said [friend], when [fhe] had read it. "It\'s yours now. Come in!"',
        ],
        END,
    ],
)

SHAPES = [
    LOST, BAKING, JOURNEY, STORM, CREATURE, SUMS, NOISE, QUARREL, RACE, LEARNING, INVENTION, RIDDLE, LETTER,
]  # fmt: skip
