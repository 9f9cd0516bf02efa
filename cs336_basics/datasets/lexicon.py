"""The words of the story generator: everyday English, and name parts for the long tail.

Within a list the common words come first, because a story draws early words more often. The marks
`+` and `:` are explained in `inflect`.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from cs336_basics.datasets.inflect import (
    adverb,
    comparative,
    past,
    plural,
    present_participle,
    split_entry,
    superlative,
    third_person,
)


def _words(text: str) -> list[str]:
    return text.split()


GIRLS = _words("""
Mia Lily Anna Ella Nora Ruby Maya Zoe Ivy Rosa Lucy Emma Leila Nina Tara Amina Clara Daisy Greta
Hana Ida Jana Kira Lena Mina Olive Petra Priya Rhea Sara Thea Uma Vera Wanda Yara Zara Alma Bella
Cora Dora Edith Fern Gwen Holly Isla June Kitty Lola Mabel Nelly Opal Poppy Queenie Rita Sally
Tilly Ursula Viola Willa Xenia Yuki Zelda Adele Beata Carmen Delia Elsa Fatima Gita Heidi Ines Joy
Katya Lotte Marta Noor Orla Paloma Rania Saskia Tamsin Una Violet Winnie Ximena Yasmin Zofia Agnes
Bridget Celeste Dagny Esme Flora Ginger Hazel Imogen Jolie Keiko Lupe Matilda Nadia Odette Pearl
Rosalind Sunniva Tabitha Valentina Wilhelmina Aisha Blessing Chiara Dalia Eleni Farah Gabriela
Harriet Ingrid Josephine Kamala Ludmila Magnolia Nerys Ottoline Philippa Rosemary Seraphina
Theodora Winifred Zuleika
""")

BOYS = _words("""
Tom Ben Max Leo Sam Tim Jack Finn Omar Noah Theo Hugo Ali Otto Oscar Felix Jonas Kofi Luca Milo
Nico Owen Paul Ravi Rory Silas Tariq Uri Victor Will Yusuf Zack Abel Bruno Carlo Dan Emil Frank
George Henry Ivan Joel Kai Liam Mateo Ned Olaf Pedro Quentin Remy Sven Toby Ulf Vince Walt Xavier
Yann Zeno Arthur Boris Cyril Dmitri Ezra Farid Gus Hassan Idris Jasper Kenji Lars Marcel Nils
Orson Piet Raul Stefan Teddy Umberto Vasco Wilbur Yoshi Ziggy Alistair Bertram Caspar Duncan Emeka
Fergus Gideon Hamish Ignatius Jerome Konrad Leopold Malachi Nathaniel Octavio Percival Rafael
Sebastian Thaddeus Valentin Winston Anselm Barnaby Clement Dashiell Ephraim Florian Gilbert
Horatio Isidore Jeremiah Kristof Lancelot Montgomery Nicodemus Ptolemy Reginald Sylvester Tobias
Zachary
""")

NICKNAMES = _words("""
Pip Nib Bun Dot Button Pebble Nutmeg Biscuit Pickle Whisper Bramble Clover Pepper Acorn Puddle
Fidget Twig Tumble Muffin Thimble Snowdrop Teasel Dumpling Marble Sprout Sorrel Bobbin Tansy
Cinder Juniper Mossy Nettle Parsley Radish Saffron Turnip Walnut Barley Chestnut Dandelion Fennel
Ginkgo Huckleberry Jellybean Kipper Lavender Marmalade Noodle Oatmeal Popcorn Quince Raisin Sesame
Treacle Velvet Waffle Yarrow Zigzag Bumble Crumpet Doodle Flapjack Gherkin Hopscotch Inkwell
Jigsaw Licorice Mittens Nugget Pumpernickel Rhubarb Snickerdoodle Tiddlywink Whiskers Wigglesworth
Applejack Butterscotch
""")

ANIMALS = _words("""
fox rabbit bear mouse:mice hedgehog squirrel owl frog duck otter badger kitten puppy pony lamb
goat piglet mole beaver hare hen goose:geese deer:deer robin sparrow toad turtle snail cricket bee
beetle crab seal penguin lion tiger elephant monkey camel donkey llama panda koala kangaroo wombat
lizard gecko newt heron stork swan pelican puffin gull crow raven magpie finch swallow pigeon dove
parrot peacock turkey rooster chick duckling gosling foal calf:calves cub fawn weasel ferret stoat
vole shrew dormouse:dormice hamster octopus starfish:starfish seahorse lobster shrimp tortoise
chameleon meerkat lemur sloth armadillo anteater tapir moose:moose elk reindeer:reindeer bison yak
ox:oxen mule antelope gazelle leopard lynx raccoon skunk opossum porcupine chipmunk marmot bat
bumblebee dragonfly firefly caterpillar grasshopper earthworm woodpecker kingfisher nightingale
cuckoo hummingbird flamingo ostrich emu wren ladybug butterfly moth spider whale dolphin walrus
giraffe zebra hippopotamus rhinoceros salamander tadpole minnow trout salmon:salmon eel carp:carp
jackdaw skylark blackbird bullfinch goldfinch sandpiper plover curlew cormorant albatross buzzard
falcon kestrel osprey quail partridge pheasant grouse mongoose jackal hyena coyote cheetah jaguar
panther ocelot chinchilla guanaco alpaca buffalo:buffaloes okapi pangolin platypus echidna wallaby
quokka numbat bandicoot manatee narwhal barnacle limpet cockle mussel clam oyster scallop cicada
mayfly glowworm ladybird millipede centipede silkworm hornet axolotl iguana tarantula terrapin
toucan macaw cockatoo budgerigar canary
""")

THINGS = _words("""
ball hat book key bell box cup kite drum lantern button basket spoon boat mirror ribbon pebble
feather blanket whistle bucket ladder candle brush map letter shell acorn marble scarf coat boot
mitten sock pillow clock coin ring flag pencil crayon bottle jar jug teapot kettle pot pan plate
bowl fork ladle broom rope string needle thimble pin spool bobbin umbrella parasol handkerchief
apron cap crown crest badge medal necklace bracelet brooch bead pearl ruby emerald diamond crystal
fossil pinecone leaf:leaves twig stick stone seed bulb nut walnut chestnut hazelnut pumpkin gourd
turnip carrot radish onion cabbage apple pear plum peach cherry lemon orange melon banana mango
fig date berry strawberry blueberry flute fiddle harp trumpet horn guitar banjo ukulele tambourine
rattle xylophone harmonica accordion cello piccolo oboe clarinet bassoon trombone tuba gong cymbal
triangle violin viola mandolin lute lyre zither bagpipe recorder castanet bugle saw hammer nail
screw wrench chisel file anvil plank brick tile shovel spade rake hoe trowel sickle wheelbarrow
wagon cart sled sleigh canoe raft kayak dinghy oar paddle anchor net hook buoy compass telescope
spyglass sextant globe atlas almanac diary notebook scrapbook postcard parcel envelope stamp
ticket puzzle jigsaw riddle puppet doll top yo-yo hoop skipping-rope skateboard scooter bicycle
tricycle unicycle trolley suitcase satchel backpack purse pouch sack hamper crate barrel bin chest
trunk casket cabinet drawer shelf:shelves stool chair bench table desk cradle hammock cushion
quilt rug carpet curtain tapestry banner pennant streamer balloon bubble garland wreath bouquet
posy daisy tulip rose poppy bluebell buttercup dandelion marigold sunflower violet primrose
snowdrop crocus daffodil iris lily orchid peony pansy lavender thistle nettle fern mushroom
toadstool clover rosebud petal thorn vine ivy sapling watering-can birdhouse nest egg eggcup
teacup teaspoon saucer thermos sieve whisk grater rolling-pin cookbook oven-glove doorbell
doorknob doormat keyhole keyring padlock hinge lever pulley gear cogwheel spring magnet battery
torch lamp lampshade lightbulb matchbox hourglass sundial pendulum weathervane windmill pinwheel
kaleidoscope microscope magnifier thermometer barometer abacus slate easel paintbrush palette
inkwell quill eraser ruler stencil sticker snow-globe music-box jack-in-the-box rocking-horse
hobby-horse seesaw trapeze trampoline stilt snowshoe ski skate sandal slipper moccasin clog
bootlace shoelace bonnet beret turban helmet visor mask cape cloak shawl poncho kimono tunic
jacket waistcoat sweater cardigan jumper pinafore petticoat glove muff cuff collar pocket zipper
buckle toggle tassel fringe pompom sequin bauble trinket charm locket amulet talisman sceptre
throne shield goblet chalice tankard flagon pitcher cauldron poker hearthstone
doorstop bookend bookmark paperweight figurine statue
""")

WEAR = _words("""
hat scarf coat cap cloak cape bonnet crown ribbon shawl apron waistcoat jacket tunic kimono poncho
sweater cardigan jumper nightcap nightshirt pinafore petticoat bowtie necktie raincoat overcoat
dressing-gown turban beret helmet bathrobe swimsuit neckerchief cummerbund
""")

TREATS = _words("""
cake pie bun cookie pancake muffin tart biscuit waffle sandwich dumpling pudding doughnut cupcake
scone pretzel brownie crumpet pastry roll bagel turnover strudel eclair macaroon shortbread
gingerbread flapjack fritter popover trifle croissant brioche meringue toffee caramel lollipop
gumdrop marshmallow truffle wafer sundae sorbet milkshake smoothie omelette noodle pasty casserole
""")

MEALS = _words("""
soup porridge stew bread cheese honey jam toast rice pudding milk cocoa tea cider lemonade butter
cream custard broth gruel oatmeal muesli marmalade syrup treacle salad spinach lettuce celery
parsley garlic ginger cinnamon nutmeg vanilla chocolate yogurt popcorn gravy mustard ketchup pasta
macaroni spaghetti couscous polenta hummus tofu chutney mint thyme rosemary sage basil saffron
paprika barley rye corn buckwheat applesauce buttermilk elderflower gooseberry-jam
blackcurrant-tea
""")

CREW = _words("""
baker miller farmer teacher tailor cobbler gardener fisherman:fishermen shepherd carpenter
blacksmith doctor nurse painter potter weaver sailor captain postman:postmen librarian musician
juggler clockmaker candlemaker beekeeper goatherd ferryman:ferrymen lighthouse-keeper bellringer
chimney-sweep locksmith glassblower basketmaker bookbinder mapmaker astronomer inventor explorer
wizard knight princess prince queen king duchess duke baron jester minstrel herald page squire
cook butcher grocer florist plumber mason roofer thatcher welder tinker peddler merchant trader
banker tinsmith silversmith goldsmith jeweller engraver printer publisher poet author editor
reporter photographer sculptor architect engineer mechanic pilot driver conductor
signalman:signalmen porter guard firefighter lifeguard ranger forester woodcutter gamekeeper
falconer groom saddler wheelwright cartwright shipwright sailmaker ropemaker netmaker diver
pearl-diver mountaineer guide scout messenger courier acrobat clown puppeteer magician storyteller
fiddler drummer trumpeter piper organist dancer choirmaster tutor scholar professor chemist
botanist zoologist geologist historian dentist optician barber hairdresser milliner dressmaker
spinner dyer felter tanner cooper brewer cheesemaker dairymaid milkmaid harvester thresher gleaner
orchardist vintner innkeeper waiter butler housekeeper caretaker window-cleaner dustman:dustmen
mayor judge clerk treasurer ambassador
""")

NATURE = _words("""
forest river meadow hill garden pond lake beach field wood valley mountain stream orchard island
cave marsh moor desert jungle bay cliff brook hollow glade clearing thicket hedge heath bog swamp
waterfall spring ravine canyon gorge gully ridge peak summit slope hillside foothill plateau plain
prairie savanna steppe tundra glacier iceberg fjord lagoon reef cove inlet estuary delta shore
coast dune sandbank headland peninsula isthmus harbour lane path trail footpath bridleway
crossroads:crossroads clover-field cornfield wheatfield barley-field pasture paddock vineyard
grove copse coppice spinney pinewood beechwood birchwood rainforest shrubbery rockery lawn park
playground courtyard village-green bank riverbank lakeside seaside mudflat rockpool whirlpool
geyser crater volcano:volcanoes quarry tunnel burrow den lair warren anthill beehive treetop
hilltop mountaintop snowfield snowdrift puddle millpond duckpond fishpond wilderness hinterland
""")

BUILDINGS = _words("""
house shop school mill barn bakery library castle tower lighthouse cottage hut station market
museum theatre church inn stable windmill watermill workshop forge smithy boathouse treehouse
greenhouse farmhouse cowshed henhouse pigsty dovecote kennel cabin chalet palace mansion manor
fortress observatory planetarium aquarium gallery cinema circus bandstand hospital pharmacy
post-office bank office factory warehouse brewery dairy creamery pottery foundry printworks
sawmill kiln tannery granary silo hayloft attic cellar pantry kitchen larder parlour nursery
bedroom hallway staircase balcony porch veranda gatehouse guardhouse summerhouse bathhouse
teahouse coffeehouse clubhouse schoolroom classroom gymnasium bookshop toyshop sweetshop shoeshop
flower-shop corner-shop tearoom lodge monastery temple pagoda pavilion gazebo pier jetty dock
shipyard
""")

HIDEOUTS = _words("""
bed table chair bush bench cupboard basket blanket stove stairs:stairs rug sofa bridge hedge
haystack woodpile doormat bookcase wardrobe piano bathtub sink fence gate rosebush mattress pillow
sideboard dresser hatstand coatrack armchair footstool rocking-chair doorstep windowsill
mantelpiece flowerpot wheelbarrow henhouse compost-heap log rock boulder tree-stump signpost
milestone lamppost letterbox mailbox bandstand fountain statue cart wagon rowboat washtub laundry
""")

TREES = _words("""
oak pine apple-tree willow birch maple beech elm ash chestnut-tree cherry-tree pear-tree plum-tree
fir spruce larch cedar cypress yew holly hawthorn hazel rowan alder aspen poplar linden sycamore
walnut-tree fig-tree olive-tree palm baobab acacia eucalyptus redwood sequoia hemlock juniper
magnolia mulberry hornbeam blackthorn elder laburnum tamarisk mangrove banyan
""")

COLOURS = _words("""
red blue green yellow white brown black golden silver pink purple orange grey scarlet crimson
violet turquoise amber ivory emerald copper bronze lilac lavender indigo maroon olive rose peach
coral cream beige tan russet ochre teal navy azure magenta mauve plum mustard apricot charcoal
chestnut ginger sandy snow-white jet-black moss-green sky-blue sea-green blood-orange
honey-coloured lemon-yellow cherry-red rust-red
""")

MATERIALS = _words("""
wood paper glass silk wool straw clay stone brass copper tin iron gold silver cotton linen velvet
felt leather canvas cork bamboo wicker marble amber ivory pearl bone horn porcelain pewter bronze
steel chalk wax sugar gingerbread moonlight snow ice lace satin tweed flannel denim burlap hemp
rattan birchbark oakwood driftwood sandstone slate granite jade quartz onyx obsidian turquoise
mother-of-pearl papier-mache cardboard
""")

BODY = _words("""
nose paws:paws ears:ears tail toes:toes eyes:eyes head hair whiskers:whiskers knees:knees
elbows:elbows shoulders:shoulders cheeks:cheeks chin fingers:fingers hands:hands feet:feet back
belly neck eyebrows:eyebrows ankles:ankles wrists:wrists heels:heels thumbs:thumbs
""")

# Fit for a person, an animal or a thing.
LOOKS = _words("""
little small big+ old young tiny tall round funny quiet fine odd pretty plain strange rare short
long wide thin+ plump large huge lovely dusty shiny bright dark pale soft smooth rough curly
fluffy furry woolly spotty stripy wrinkly crooked lumpy bumpy scruffy shaggy silky glossy grubby
muddy neat tidy fancy handsome splendid wonderful marvellous magnificent extraordinary remarkable
peculiar curious mysterious famous ordinary beautiful graceful delicate dainty sturdy stout
slender narrow enormous gigantic colossal immense miniature teeny wee petite lanky chubby wobbly
shabby ragged rumpled crumpled faded speckled freckled spotted striped dappled mottled checkered
glittering sparkling shimmering gleaming glowing twinkling dazzling radiant luminous colourful
cheerful-looking weather-beaten moth-eaten old-fashioned well-loved long-forgotten brand-new
one-of-a-kind lopsided topsy-turvy higgledy-piggledy rickety creaky squeaky crinkly prickly
bristly frilly feathery velvety powdery sticky slippery slimy squashy squishy spongy springy
bouncy bendy wavy zigzaggy majestic elegant exquisite ornate gilded polished battered tattered
patched mended knitted painted carved embroidered
""")

CHARACTER = _words("""
kind brave clever cheerful shy gentle curious merry patient careful honest friendly happy polite
lively thoughtful proud busy lazy quiet noisy silly wise eager bold calm generous helpful playful
hopeful cautious stubborn grumpy sleepy dreamy forgetful mischievous adventurous inquisitive
imaginative sensible practical hard-working soft-hearted warm-hearted good-natured absent-minded
quick-witted sharp-eyed nimble-fingered light-footed sure-footed bashful timid fearless courageous
gallant noble loyal faithful trusty earnest modest humble cheeky impish spirited determined
persistent tireless diligent industrious punctual chatty talkative musical artistic inventive
resourceful considerate courteous gracious tender loving affectionate jolly jovial sunny bubbly
giggly ticklish dignified solemn serious stern strict fussy fidgety restless impatient impulsive
reckless daring plucky unflappable easygoing contented serene sociable neighbourly hospitable
""")

FEELINGS = _words("""
happy sad tired glad proud worried surprised scared lonely excited hungry cross sleepy puzzled
thankful sorry cold warm pleased nervous curious hopeful jealous ashamed relieved calm cosy brave
bored grumpy delighted amazed astonished astounded bewildered confused flustered embarrassed
startled alarmed frightened terrified anxious uneasy gloomy miserable downhearted disappointed
discouraged homesick heartbroken weary exhausted drowsy thirsty dizzy giddy peaceful content
cheerful joyful overjoyed thrilled ecstatic jubilant triumphant grateful touched honoured
flattered determined encouraged inspired impressed enchanted fascinated spellbound speechless
dumbfounded perplexed sheepish guilty wistful restless
""")

# These take -er and -est.
SHORT_ADJECTIVES = _words("""
small big+ tall short long old young fast slow loud soft bright dark light warm cold happy funny
strong kind brave clever wise quiet busy lucky shiny tiny large round high deep wide near sweet
fresh clean neat tidy pretty silly merry jolly curly fluffy furry smooth rough thick thin+ plump
fat+ lean narrow steep flat+ sharp blunt dusty muddy sandy rainy windy sunny cloudy foggy snowy
chilly cosy fancy plain rare odd strange grand great fine proud bold calm gentle simple noble
humble sleepy grumpy hungry thirsty dizzy lazy noisy crispy crunchy juicy tasty salty spicy sour
mild ripe rich creamy sticky wobbly bumpy lumpy knobbly scruffy shaggy silky glossy grubby prickly
slippery squeaky creaky rusty crooked gloomy breezy stormy frosty icy mossy grassy leafy rosy
dreamy lively friendly lovely speedy swift quick nimble hardy sturdy stout
""")

MANNER = _words("""
slow quick soft loud quiet gentle kind careful happy sad brave bold calm proud shy eager sweet
warm polite patient cheerful merry sleepy lazy busy clumsy neat tidy nervous anxious hopeful
thoughtful playful grateful joyful sudden silent secret clever wise solemn serious stern firm
light heavy swift steady smooth rough sharp bright dim faint clear plain simple honest earnest
tender loving curious cautious timid bashful fearless courageous gallant noble loyal faithful
modest humble cheeky graceful elegant delicate dainty awkward crooked dreamy weary hungry greedy
thirsty noisy dramatic:dramatically energetic:energetically enthusiastic:enthusiastically
majestic:majestically frantic:frantically triumphant furious glorious mysterious marvellous
splendid wonderful beautiful peaceful restless breathless thankful helpful doubtful delightful
mournful tearful watchful wistful skilful graceful fretful
""")

TRAVEL = _words("""
walk run+:ran hop+ skip+ march trot+ hurry race tiptoe wander stroll climb crawl creep:crept
slide:slid roll jump leap dance gallop scamper scurry dash rush stumble tumble trudge plod+ tramp
hike limp waddle wobble shuffle shamble amble saunter strut+ prance skate ski glide float drift
drive:drove ride:rode sail row paddle swim+:swam wade splash fly:flew flutter flap+ soar swoop
zoom whizz whirl spin+:spun twirl bounce bound spring:sprang hobble stagger lurch scuttle scramble
slither wriggle squirm sneak prowl pad+ patter stomp clomp clatter rattle rumble bumble ramble
roam rove trek+ journey travel+ voyage venture meander zigzag+ weave:wove dart flit+ jog+ sprint
hurtle speed:sped canter lope lumber toddle totter traipse parade promenade mosey gambol+
frolic:frolicked caper cavort somersault cartwheel pedal+ cycle toboggan
""")

SPEAK = _words("""
say:said whisper call cry shout answer reply mumble sing:sang laugh giggle sigh murmur squeak
grumble chirp add+ declare announce explain exclaim insist admit+ agree promise suggest remark
mutter stammer stutter shriek squeal yell holler bellow roar growl bark croak hoot cluck quack
purr mew bleat bray chuckle chortle cackle gasp groan moan sob+ wail whimper sniffle yawn gulp
gush chatter babble hum+ chant recite boast tease warn urge plead beg+ confess repeat continue
interrupt
""")

CRY = _words("""
cry shout call shriek squeal yell holler bellow roar gasp wail exclaim squeak laugh whoop cheer
croak hoot chirp squawk yelp howl chortle gulp splutter stammer
""")

CRAFT = _words("""
make:made build:built mend paint clean carry hold:held fix polish wash fold wrap+ tie open
hide:hid find:found lift push pull drag+ roll carve draw:drew sew stitch knit+ weave:wove sketch
decorate brush dust scrub+ sweep:swept rinse dry wipe shine repair patch glue nail hammer saw sand
sharpen oil grease varnish trim+ cut+:cut snip+ clip+ pin+ stack sort count measure weigh label+
collect gather borrow lend:lent trade buy:bought sell:sold keep:kept save guard protect rescue
discover uncover unwrap+ unpack unlock examine inspect study admire cherish treasure tap+ pat+
stroke tickle hug+ squeeze shake:shook stir+ spin+:spun twist turn flip+ toss throw:threw
catch:caught drop+ fetch bring:brought deliver return borrow balance juggle rattle tug+ yank nudge
poke prod+ sniff lick nibble pinch grab+ snatch clutch grip+ cradle rock swing:swung dangle
hang:hung hoist heave haul shove tilt tip+ straighten bend:bent stretch squash flatten smooth
rumple crumple tear:tore split+:split crack chip+ dent scratch scrape rub+ scour buff design
invent assemble construct dismantle rearrange arrange exchange swap+ display exhibit photograph
describe
""")

COOK = _words("""
bake cook stir+ chop+ peel boil fry roast toast simmer grate slice mash whisk taste season
sprinkle drizzle glaze ice frost decorate butter spread:spread serve share nibble munch crunch
chew gobble lick swallow devour count sniff stack wrap+ admire bring:brought carry fetch collect
sell:sold buy:bought swap+ guard
""")

GARDEN = _words("""
dig+:dug plant water weed hoe rake sow prune pick harvest trim+ mow tidy sweep:swept compost mulch
rest hum+ chat+ whistle
""")

NOISE = _words("""
creak rattle hum+ buzz tick drip+ hiss whistle rustle crackle squeak rumble roar thump bang clang
clatter tap+ knock scratch jingle tinkle chime ring:rang toll ding-dong gurgle bubble fizz splash
plop+ sputter splutter hoot howl moan groan grumble growl snore snort sneeze wheeze cough hiccup
twitter chirp cheep coo cluck quack croak ribbit neigh whinny bray moo bleat boom crash smash
crunch crackle pop+ snap+ swish swoosh whoosh whirr clink clank clunk thud+ patter pitter-patter
""")

SOUNDS = _words("""
splash bang crash thump plop pop creak squeak clang clatter whoosh swish crunch thud boom clunk
clonk ping zing whizz fizz buzz bump crackle rattle ding dong tick-tock pitter-patter drip-drop
clip-clop rat-a-tat hee-haw cock-a-doodle-doo snip-snap kerplunk kaboom splat splosh squelch
sploosh glug-glug tap-tap-tap boing twang ting-a-ling whirr tootle-too rumble-tumble
""")

VIRTUES = _words("""
kindness patience courage friendship honesty sharing laughter hope love trust wonder joy curiosity
gratitude gentleness generosity bravery cleverness teamwork forgiveness politeness wisdom goodness
fairness loyalty cheerfulness thoughtfulness carefulness perseverance imagination practice
determination hospitality tenderness humour honesty listening playfulness
""")

SKILLS = _words("""
swimming dancing singing reading writing baking painting knitting juggling whistling climbing
skating sailing rowing fishing sewing drawing counting spelling cartwheeling somersaulting hopping
balancing drumming fiddling yodelling tap-dancing weaving carving gardening kite-flying
storytelling map-reading star-gazing tree-climbing tightrope-walking snowball-rolling bread-making
butterfly-spotting pancake-flipping knot-tying stone-skipping bird-calling riddle-solving
""")

GAMES = _words("""
hide-and-seek tag marbles hopscotch leapfrog catch chess checkers dominoes skittles charades
football tug-of-war blind-man's-buff musical-chairs follow-the-leader noughts-and-crosses
snakes-and-ladders tiddlywinks ring-around-the-rosy
""")

DAYS = _words("""
Monday Tuesday Wednesday Thursday Friday Saturday Sunday
""")
MONTHS = _words("""
January February March April May June July August September October November December
""")
SEASONS = _words("""
spring summer autumn winter
""")
SMALL_NUMBERS = _words("""
two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen twenty twenty-one twenty-two thirty thirty-three forty forty-four
fifty sixty seventy eighty ninety ninety-nine
""")
ORDINALS = _words("""
first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth
hundredth thousandth
""")

# Name parts. Every front goes with every back, so a few hundred parts make the long tail.
VILLAGE_FRONTS = _words("""
Thistle Bramble Maple Clover Willow Acorn Honey Apple Pebble Misty Foxglove Hazel Heather Butter
Copper Silver Elder Fern Otter Robin Badger Hedge Puddle Mossy Oaken Amber Winter Summer Merry
Lantern Marrow Barley Plum Cherry Rowan Alder Bracken Cobble Candle Crumble Dapple Drizzle Ember
Feather Gander Gooseberry Harvest Ivy Jolly Juniper Kettle Lark Linden Little Marigold Meadow Mill
Nettle North Nut Orchard Owl Pepper Pine Primrose Quill Raven Reed Rose Saffron Sedge Snow South
Sparrow Spindle Star Sugar Swallow Tansy Teasel Thimble Timber Tumble Under Upper Velvet Walnut
Wander Weather Whistle Wind Wren Yarrow
""")
VILLAGE_BACKS = _words("""
wick ford ton bury dale mere combe field wood brook bridge hollow haven stead worth well ley by
thorpe moor down ridge gate cross water bank pool cliff marsh end side holm garth burn rigg hurst
shaw stow minster mouth
""")
CREATURE_FRONTS = _words("""
snor wum grum flib mop glim bram zib quib trun wiz nuz pud squim drim blun frum hob jib klon lom
mun nib orl pim rif skrim thrum vim woz yib zun bof chim dob flum glop hum jum kib lub mif nog
plim ror skub twid vub whif snaf brin crum dwim froz grib huf
""")
CREATURE_BACKS = _words("""
fle pkin ble kin dle gle bert bit pet wick zle mot nip pie buff kle ket bug lop wig doo bunk ling
ster lump wump snout top tail gull paw zel mer nock rick bin dump fin
""")
FAR_FRONTS = _words("""
Al Bel Cor Dal El Far Gal Hal Il Jor Kal Lor Mar Nar Or Pel Quor Ral Sel Tal Val Wel Yar Zan Bri
Cal Dor Fen Gor Hes Kir Lum Mir Nim Ol Pir Ros Sor Tir Ver
""")
FAR_MIDDLES = _words("""
a i o e ari eri ori ani eni oni ala ela ola ava eva iva ada eda ida ora una ima isa ega atha
""")
FAR_BACKS = _words("""
dor mar lia via nia ria thia dell wyn mere vane lund gard neth roth star quay zar bourne stan ven
tara lor min
""")
COMPOUND_FRONTS = _words("""
honey berry butter apple plum cherry nut acorn sugar ginger lemon pumpkin carrot oat barley clover
maple mint rose cocoa almond walnut hazel peach pear fig date corn moon star sun snow cloud dew
bramble elder quince poppy turnip parsnip
""")
COMPOUND_BACKS = _words("""
cake bun pie tart roll puff crumble dumpling pudding biscuit cookie pancake crisp wafer twist scone
muffin waffle bar bagel drop finger ring square bite
""")
BREW_BACKS = _words("""
soup bread tea juice jam stew butter punch fudge syrup broth cream cheese sauce milk cordial
porridge jelly mash
""")
GADGET_FRONTS = _words("""
wind rain moon star cloud snow thunder dream song whistle giggle tickle sock spoon button pickle
porridge puddle feather shadow echo rainbow sneeze yawn hiccup lullaby whisper bubble pancake
jelly
""")
GADGET_BACKS = _words("""
catcher maker finder keeper sorter counter hunter washer mender polisher painter gatherer grinder
mixer chaser flinger warmer wobbler winder tamer
""")


@cache
def word_lists() -> dict[str, list[str]]:
    """Every word list by the name that a template uses for it.

    Returns
    -------
    dict[str, list[str]]
        ``thing`` -> ``['ball', 'hat', …]``, ``things`` -> ``['balls', 'hats', …]``,
        ``travel_ing`` -> ``['walking', …]``; in a list the more frequent words come first.

    >>> word_lists()["travel_past"][:3]
    ['walked', 'ran', 'hopped']
    """
    lists = {
        "girl": GIRLS,
        "boy": BOYS,
        "nickname": NICKNAMES,
        "character": CHARACTER,
        "feeling": FEELINGS,
        "look": _bases(LOOKS),
        "colour": COLOURS,
        "material": MATERIALS,
        "meal": MEALS,
        "body": _bases(BODY),
        "hideout": _bases(HIDEOUTS),
        "sound": SOUNDS,
        "virtue": VIRTUES,
        "skill": SKILLS,
        "game": GAMES,
        "day": DAYS,
        "month": MONTHS,
        "season": SEASONS,
        "few": SMALL_NUMBERS[:11] * 4 + SMALL_NUMBERS,
        "ordinal": ORDINALS,
        "number": [str(n) for n in range(2, 1000)],
        "date": [str(n) for n in range(1, 29)],
        "year": [str(n) for n in range(1700, 2000)],
        "er": [comparative(entry) for entry in SHORT_ADJECTIVES],
        "est": [superlative(entry) for entry in SHORT_ADJECTIVES],
        "plain": _bases(SHORT_ADJECTIVES),
        "ly": [split_entry(entry)[2] or adverb(entry) for entry in MANNER],
        "village": _joined(VILLAGE_FRONTS, VILLAGE_BACKS),
        "far": _joined(FAR_FRONTS, FAR_MIDDLES, FAR_BACKS),
        "gadget": _joined(GADGET_FRONTS, GADGET_BACKS),
        "brew": _joined(COMPOUND_FRONTS, BREW_BACKS),
        "wear": WEAR,
    }
    nouns = {
        "animal": ANIMALS,
        "thing": THINGS,
        "treat": TREATS,
        "crew": CREW,
        "nature": NATURE,
        "building": BUILDINGS,
        "tree": TREES,
        "creature": _joined(CREATURE_FRONTS, CREATURE_BACKS),
        "bake": _joined(COMPOUND_FRONTS, COMPOUND_BACKS),
    }
    for name, entries in nouns.items():
        lists[name] = _bases(entries)
        lists[name + "s"] = [plural(entry) for entry in entries]
    verbs = {
        "travel": TRAVEL,
        "speak": SPEAK,
        "cry": CRY,
        "craft": CRAFT,
        "cook": COOK,
        "garden": GARDEN,
        "noise": NOISE,
    }
    for name, entries in verbs.items():
        lists[name] = _bases(entries)
        lists[name + "_past"] = [past(entry) for entry in entries]
        lists[name + "_ing"] = [present_participle(entry) for entry in entries]
        lists[name + "_s"] = [third_person(entry) for entry in entries]
    return lists


def _bases(entries: list[str]) -> list[str]:
    return [split_entry(entry)[0] for entry in entries]


def _joined(*parts: list[str]) -> list[str]:
    """Join every combination of parts, in an order that mixes them all from the start."""
    names = ["".join(choice) for choice in product(*parts)]
    step = (
        1_000_003  # A prime, so it shares no factor with a shorter list and visits each name once.
    )
    return [names[i * step % len(names)] for i in range(len(names))]
