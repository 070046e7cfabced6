// Made from the server's types; `cargo test -p server` says when it is out of date and how to make it anew.

export type About = { 
/**
 * A sign for its button.
 */
sign: Sign | null, tone: Tone, 
/**
 * Its place, if the options form a grid.
 */
cell: Cell | null, 
/**
 * Ids of the pieces and cards it is about; pointing at one of them is a way to choose it.
 */
pieces: Array<string>, };

export type AnswerRequest = { seat: number, track: number | null, question: string, reply: Reply, };

export type ArcMark = { from_deg: number, to_deg: number, style: ArcStyle, };

export type ArcStyle = "front" | "rear" | "turret";

export type Board = { width: number, height: number, zones: Array<Zone>, 
/**
 * Far ends of the sections of the range ruler, ascending; used for bands a viewer asks for. Empty where nobody may measure.
 */
ruler: Array<number>, };

export type Broken = { text: string, 
/**
 * How many of its answers can still be played.
 */
answers: number, };

export type Captions = { you: string, log: string, order: string, };

export type Card = { 
/**
 * The id of the piece it describes, or its own.
 */
id: string, title: string, 
/**
 * The code of the language of the title, where it is not that of the picture.
 */
title_lang: string, subtitle: string, values: Array<Value>, pips: Array<Pips>, lines: Array<string>, chips: Array<Chip>, 
/**
 * One word such as "activated" or "destroyed".
 */
state: string, 
/**
 * Only the back is known; nothing else is shown.
 */
hidden: boolean, active: boolean, 
/**
 * Used, destroyed or otherwise out of play for now: drawn faded.
 */
faded: boolean, 
/**
 * Turned sideways.
 */
turned: boolean, 
/**
 * Cards tucked under this one.
 */
attached: Array<Card>, 
/**
 * What is printed on it and on what it carries, for whoever looks closer; pictures leave it out.
 */
details: Array<Detail>, };

export type CardInfo = { id: string, name: string, 
/**
 * The name is our own translation and does not come from a document of the game.
 */
own_name: boolean, line: string, side: string, points: number, unique: boolean, 
/**
 * A list has it once at most, although it is not unique.
 */
once: boolean, text: string, values: Array<OfferValue>, slots: Array<SlotCount>, 
/**
 * Places that the card brings along for others.
 */
gives: Array<SlotCount>, 
/**
 * Whether it is one of what the game counts of a list.
 */
counts: boolean, 
/**
 * The cards that come along with it, by their ids.
 */
contains: Array<string>, 
/**
 * Why it cannot be played with yet.
 */
gap: string | null, };

export type CardRow = { name: string, side: number | null, slots: Array<Slot>, 
/**
 * What is to be said of the row, such as how a contest stands.
 */
note: string, 
/**
 * Names and tokens of its cards are enough to play by: it may be lower than others.
 */
slim: boolean, };

export type CatalogueInfo = { game: string, sides: Array<OfferValue>, slots: Array<OfferValue>, units: Array<CardInfo>, cards: Array<CardInfo>, };

export type Cell = { row: number, column: number, 
/**
 * What is written beside its row.
 */
row_label: string, };

export type ChartInfo = { head: Array<string>, rows: Array<Array<string>>, };

export type Chip = { text: string, tone: Tone, title: string, };

export type Choice = { text: string, about: About, };

export type Code = "denied" | "not_asked" | "outdated" | "malformed" | "unfit" | "over" | "not_yours" | "taken" | "not_found" | "faulty" | "too_large" | "too_many" | "enough" | "slow" | "wrong_method" | "login" | "read_only" | "unavailable" | "busy" | "damaged";

export type ConsentRequest = { seat: number, accept: boolean, };

export type Create = { game: string, seats: Array<SeatPlan>, agreed: { [key in string]: string }, 
/**
 * Shown in the lobby for everybody; otherwise only who has the link finds it.
 */
listed: boolean, };

export type Created = { id: string, };

export type Credentials = { name: string, password: string, };

export type Detail = { title: string, 
/**
 * What kind of card it is.
 */
kind: string, text: string, 
/**
 * One word such as "disabled".
 */
state: string, };

export type DiceGroup = { tone: Tone, dice: Array<Die>, };

export type DiceTray = { caption: string, groups: Array<DiceGroup>, note: string, };

export type Die = { glyph: DieGlyph, 
/**
 * Cancelled or used up.
 */
spent: boolean, };

export type DieGlyph = "blank" | "hit" | "critical" | "double_hit" | "hit_critical" | "evade" | "block" | "eye" | "diamond" | "accuracy" | "surge" | { "text": string };

export type Done = { version: number, };

export type FaultInfo = { place: string, text: string, 
/**
 * For a name that is not known: the names that may be meant, the nearest first.
 */
near: Array<string>, rule: string | null, rule_title: string | null, };

export type Figure = { parts: Array<Part>, };

export type Fill = "hull" | "accent" | "line";

export type Flags = { 
/**
 * Destroyed, cloaked, out of play: drawn dashed.
 */
faded: boolean, 
/**
 * Acting or being asked about right now.
 */
active: boolean, 
/**
 * Height in millimetres, for shading.
 */
height: number, };

export type Forced = { text: string, option: string, refused: Array<RefusedChoice>, };

export type Form = { "kind": "one" } | { "kind": "some", min: number, max: number, } | { "kind": "order" } | { "kind": "place", placing: Placing, candidates: Array<Place>, } | { "kind": "whole", parts: Array<PartInfo>, plan: PlanInfo, sum: number | null, };

export type GameHits = { game: string, rules: number, };

export type Glyph = "blade" | "rings" | "burst" | "swirl" | "crystal" | "coin" | "hash";

export type Hear = { "type": "look" } & Look | { "type": "done", ref: number, version: number, } | { "type": "hints", ref: number, hints: HintsInfo, } | { "type": "allowed", ref: number, } | { "type": "refused", ref: number, refusal: Refusal, } | { "type": "pong", ref: number, } | { "type": "closing", why: string, };

export type Hint = { 
/**
 * What choosing it leads to, in a sentence.
 */
detail: string, 
/**
 * Ids of the pieces and cards that it would concern.
 */
pieces: Array<string>, 
/**
 * Its consequence on the board: ghost, template, lines of fire.
 */
marks: Array<Mark>, };

export type HintsInfo = { options: Array<Hint>, refused: Array<Hint>, };

export type HintsRequest = { seat: number, track: number | null, question: string, options: Array<number>, refused: Array<number>, };

export type Holder = "nobody" | "person" | "agent" | "conceded";

export type Join = { name: string, 
/**
 * Another list than the one the seat has.
 */
list: ListChoice | null, };

export type Kept<T> = string | T;

export type KeptList = { key: string, game: string, list: ListData, 
/**
 * The seat that it is for, if seats are not alike.
 */
seat: number | null, };

export type KindInfo = { kind: string, name: string, rules: number, };

export type Legality = "legal" | "not_legal" | "open";

export type LineStyle = "clear" | "obstructed" | "blocked" | "measure";

export type LinesInfo = { first: number, last: number, };

export type ListChoice = { "ready": string } | { "list": ListData } | { "text": string };

export type ListData = { name: string, units: Array<ListUnitData>, 
/**
 * What the document said besides; it is written again in the form that it came in. At most 64 KiB of all units together.
 */
aside?: Record<string, unknown>, };

export type ListRequest = { list: ListChoice, agreed: { [key in string]: string }, };

export type ListText = { form: string, name: string, 
/**
 * How a file of this form ends.
 */
suffix: string, text: string, };

export type ListUnitData = { card: string, 
/**
 * At most 2,000 of all units together.
 */
carries: Array<string>, 
/**
 * The same of the unit alone.
 */
aside?: Record<string, unknown>, };

export type ListVerdict = { 
/**
 * Missing if the text was not understood at all, or holds several lists.
 */
list: ListData | null, 
/**
 * The lists of a text that holds several; one of them has to be chosen.
 */
several: Array<ListData>, points: number, limit: number | null, units: Array<number>, 
/**
 * What the rules say: `legal` is whether it is the first of the answers.
 */
legality: Legality, legal: boolean, 
/**
 * Whether it is legal and all its cards are built in.
 */
playable: boolean, 
/**
 * What is not legal, and what was not understood.
 */
faults: Array<FaultInfo>, 
/**
 * Cards that cannot be played with here yet; they are as legal as others.
 */
gaps: Array<FaultInfo>, 
/**
 * What keeps the list out of tournaments although it may be played with here.
 */
tournament: Array<FaultInfo>, 
/**
 * What was odd about a pasted text although it was understood.
 */
notes: Array<FaultInfo>, 
/**
 * The list in every form in which the game writes lists, the usual one first.
 */
texts: Array<ListText>, };

export type LobbyGame = { id: string, game: string, title: string, stage: Stage, players: Array<LobbySeat>, 
/**
 * When something last happened, in milliseconds since 1970.
 */
updated: number, 
/**
 * You hold a seat in it.
 */
yours: boolean, };

export type LobbySeat = { player: string, side: string, 
/**
 * The color of the side, as scenes have it.
 */
color: number, holder: Holder, };

export type LobbyView = { 
/**
 * Games in which you hold a seat, the latest first.
 */
yours: Array<LobbyGame>, 
/**
 * Games that wait for players.
 */
open: Array<LobbyGame>, 
/**
 * Games that can be watched.
 */
playing: Array<LobbyGame>, 
/**
 * Games that are over and can be looked at again.
 */
over: Array<LobbyGame>, 
/**
 * Who is logged in.
 */
account: string | null, read_only: boolean, };

export type LogLine = { side: number | null, text: string, 
/**
 * Ids of rulebook entries.
 */
rules: Array<string>, dice: Array<DiceGroup>, 
/**
 * Position in the game's journal, for going back to this moment.
 */
moment: number | null, 
/**
 * The line begins a new part of the game, such as a round.
 */
chapter: boolean, weight: Weight, 
/**
 * The card that brought it about.
 */
cause?: string, };

export type LogPart = { from: number, lines: Array<LogLine>, 
/**
 * Titles of the rules that these lines name, by id.
 */
titles: { [key in string]: string }, };

export type Look = { 
/**
 * Counts every change of the game; a client drops a look that is older than the one it shows.
 */
version: number, id: string, 
/**
 * Which game is played, such as `attackwing`.
 */
game: string, title: string, stage: Stage, seats: Array<SeatInfo>, 
/**
 * The seats that the receiver holds.
 */
yours: Array<number>, 
/**
 * The seat through whose eyes the scene is seen; none for a spectator. Who holds several seats sees the one that is
 * asked.
 */
viewer: number | null, 
/**
 * How many answers have been given, those of chance included.
 */
answers: number, 
/**
 * What happened since the last look of this connection, one thing after another, where it is worth seeing; the last thing is
 * what `scene` shows.
 */
steps: Array<Step>, 
/**
 * What is new in the scene since the last look of this connection (and its steps); all of it in a first look. Left out for clients that
 * asked for no scenes.
 */
scene: SceneUpdate | null, log: LogPart, 
/**
 * The open questions of the viewer.
 */
questions: Array<Question>, 
/**
 * What the rules decided for the viewer because only one option was legal.
 */
forced: Array<Forced>, 
/**
 * The seats that have something to decide.
 */
waiting: Array<number>, undo: Undo, result: Outcome | null, 
/**
 * The table at which the same people play again.
 */
rematch: string | null, 
/**
 * What is left of a game that cannot be played any more.
 */
broken: Broken | null, 
/**
 * Nothing can be changed on this server.
 */
read_only: boolean, };

export type Mark = { "kind": "template", outline: Outline, at: Point, facing: number, label: string, } | { "kind": "ghost", 
/**
 * The piece this is a preview of, if it is one of the scene.
 */
piece: string | null, base: Outline, figure: Figure | null, at: Point, facing: number, label: string, } | { "kind": "line", from: Point, to: Point, label: string, style: LineStyle, } | { "kind": "range_bands", footprint: Outline, at: Point, facing: number, arc: [number, number] | null, sections_mm: Array<number>, side: number | null, } | { "kind": "area", outline: Outline, at: Point, facing: number, label: string, tone: Tone, };

export type Me = { account: string | null, };

export type Moment = { moment: number, scene: Scene, 
/**
 * How many lines of the log have happened.
 */
lines: number, };

export type Offer = { game: string, title: string, 
/**
 * Numbers of players, the usual one first.
 */
tables: Array<number>, 
/**
 * What the seats are called; empty if they are alike.
 */
seats: Array<string>, 
/**
 * What is counted of a list; empty for points.
 */
counts: string, 
/**
 * The same for a single one.
 */
counts_one: string, fields: Array<OfferField>, lists: Array<OfferList>, 
/**
 * For each number of players, in the order of `tables`: lists that go together as they are, one for each seat.
 */
first_lists: Array<Array<string>>, agents: Array<OfferValue>, };

export type OfferField = { id: string, name: string, about: string, values: Array<OfferValue>, 
/**
 * The value that holds if nobody says otherwise.
 */
standard: string, 
/**
 * It has an effect only for one person alone against agents.
 */
alone: boolean, };

export type OfferList = { id: string, name: string, side: string, 
/**
 * What the side is called.
 */
side_name: string, 
/**
 * The seat that it is for, if seats are not alike.
 */
seat: number | null, points: number, list: ListData, 
/**
 * What must be agreed on to play with it, if it is not for the usual game.
 */
agreed: { [key in string]: string }, };

export type OfferValue = { id: string, name: string, };

export type OrderEntry = { 
/**
 * The piece or card meant, if any.
 */
id: string, name: string, value: string, side: number | null, state: OrderState, };

export type OrderState = "waiting" | "active" | "done";

export type Outcome = { winners: Array<number>, text: string, rule: string, rule_title: string, };

export type Outline = { "kind": "rect", width: number, height: number, } | { "kind": "circle", radius: number, } | { "kind": "polygon", points: Array<Point>, } | { "kind": "path", path: Path, };

export type Part = { path: Path, fill: Fill, };

export type PartInfo = { text: string, options: Array<string>, 
/**
 * What each option adds to the sum.
 */
adds: Array<number>, about: About, placing: Placing | null, };

export type Path = { segments: Array<Segment>, };

export type Phase = { name: string, active: boolean, };

export type Piece = { 
/**
 * Unique in the scene; questions, cards and log lines refer to it.
 */
id: string, kind: PieceKind, side: number | null, at: Point, 
/**
 * Degrees clockwise from north.
 */
facing: number, base: Outline, figure: Figure | null, arcs: Array<ArcMark>, label: string, 
/**
 * A short value before the label: the order of activation, a number of models.
 */
badge: string, tokens: Array<Chip>, flags: Flags, };

export type PieceKind = "ship" | "squadron" | "trooper" | "vehicle" | "token" | "obstacle" | "planet" | "terrain";

export type Pile = { id: string, name: string, count: number, top: Card | null, 
/**
 * What lies in it, from the top, if anybody may look through it.
 */
cards: Array<string>, 
/**
 * Only backs are known.
 */
hidden: boolean, };

export type PipShape = "square" | "round";

export type Pips = { label: string, full: number, spent: number, empty: number, tone: Tone, shape: PipShape, };

export type Place = { x: number, y: number, facing: number, };

export type Placing = { 
/**
 * The piece that is placed, if it is one of the scene.
 */
piece: string | null, side: number | null, base: Outline, figure: Figure | null, arcs: Array<ArcMark>, label: string, 
/**
 * Whether it may be turned.
 */
turns: boolean, 
/**
 * Where it may go.
 */
marks: Array<Mark>, };

export type PlanInfo = { picks: Array<number>, places: Array<Place>, };

export type Point = { x: number, y: number, };

export type Question = { seat: number, 
/**
 * Which of several questions that are asked together; null outside such a group.
 */
track: number | null, 
/**
 * Names the question in an answer; an answer to another question is refused.
 */
id: string, text: string, form: Form, options: Array<Choice>, 
/**
 * What a player would look for but the rules forbid.
 */
refused: Array<RefusedChoice>, 
/**
 * Which option means doing nothing.
 */
passive: number | null, 
/**
 * Asked together with others and sealed until all have answered.
 */
sealed: boolean, 
/**
 * Set where the question comes again and again while others answer in between, so that a client may line up answers: it
 * is another number as soon as one of the others has done something.
 */
sequence: number | null, };

export type Refusal = { code: Code, text: string, rule: string | null, rule_title: string | null, 
/**
 * What a program got wrong, in English, for whoever wrote it.
 */
detail?: string | null, 
/**
 * Faults of a list or a set-up, one by one.
 */
faults?: Array<FaultInfo>, };

export type RefusedChoice = { text: string, about: About, why: Why, };

export type ReplayInfo = { id: string, game: string, title: string, seats: Array<SeatInfo>, 
/**
 * How many moments there are; moment 0 is before the first answer.
 */
moments: number, 
/**
 * The whole log; each line names its moment.
 */
log: Array<LogLine>, 
/**
 * Titles of the rules that the log names, by id.
 */
titles: { [key in string]: string }, result: Outcome | null, };

export type Reply = { "one": number } | { "some": Array<number> } | { "order": Array<number> } | { "candidate": number } | { "place": Place } | { "plan": PlanInfo };

export type Roster = { side: number, entries: Array<Card>, };

export type RosterUpdate = { side: number, entries: Array<Kept<Card>>, };

export type RowUpdate = { name: string, side: number | null, slots: Array<Kept<Slot>>, note: string, slim: boolean, };

export type RuleBrief = { id: string, game: string, kind: string, kind_name: string, title: string, text: string, };

export type RuleHits = { total: number, 
/**
 * How many of them are of which kind, whatever kind is asked for.
 */
kinds: Array<KindInfo>, 
/**
 * How many rules of the kind that is asked for would be found in each game, whatever game is asked for.
 */
games: Array<GameHits>, 
/**
 * The same in all games together.
 */
everywhere: number, 
/**
 * Whether some rule has every word that counts; otherwise the hits are those that come nearest.
 */
complete: boolean, 
/**
 * The words that no rule has.
 */
unknown: Array<string>, hits: Array<RuleBrief>, };

export type RuleInfo = { id: string, game: string, game_name: string, kind: string, kind_name: string, title: string, text: string, 
/**
 * The lines of the game's document that say so; none where it presupposes the rule.
 */
lines: LinesInfo | null, note: string | null, example: string | null, 
/**
 * What the rule lists in rows and columns.
 */
chart: ChartInfo | null, cards: Array<string>, rulings: Array<RulingInfo>, 
/**
 * The entries before and after it in reading order.
 */
previous: string | null, next: string | null, };

export type RulebookInfo = { game: string, name: string, authority: string, rules: number, kinds: Array<KindInfo>, };

export type RulingInfo = { question: string, decision: string, reason: string, };

export type Say = { ref: number, } & ({ "do": "answer" } & AnswerRequest | { "do": "probe" } & AnswerRequest | { "do": "hints" } & HintsRequest | { "do": "undo", seat: number, } | { "do": "consent", seat: number, accept: boolean, } | { "do": "concede", seat: number, } | { "do": "lang", lang: 'en' | 'de', } | { "do": "ping" });

export type Scene = { title: string, 
/**
 * The line beside the title: scenario, round, whose turn.
 */
status: string, phases: Array<Phase>, 
/**
 * The table in millimetres; none for a game played with cards alone.
 */
board: Board | null, 
/**
 * Rows of a card table, top to bottom; drawn in place of the board if there is none.
 */
rows: Array<CardRow>, sides: Array<Side>, pieces: Array<Piece>, marks: Array<Mark>, rosters: Array<Roster>, dice: DiceTray | null, 
/**
 * Oldest first; panels show the end.
 */
log: Array<LogLine>, order: Array<OrderEntry>, captions: Captions, 
/**
 * Long words of the scene with soft hyphens where their language lets them be broken, so that drawing knows no
 * language.
 */
breaks: Array<string>, };

export type SceneUpdate = { title?: string, status?: string, phases?: Array<Phase>, 
/**
 * Null where there is no board.
 */
board?: Board | null, rows: Array<RowUpdate>, sides?: Array<Side>, pieces: Array<Kept<Piece>>, marks?: Array<Mark>, rosters: Array<RosterUpdate>, 
/**
 * Null where no dice lie on the table.
 */
dice?: DiceTray | null, log?: Array<LogLine>, order?: Array<OrderEntry>, captions?: Captions, breaks?: Array<string>, };

export type SeatInfo = { seat: number, 
/**
 * What the player calls themselves.
 */
player: string, 
/**
 * The side as the game names it.
 */
side: string, 
/**
 * The color of the side, as scenes have it.
 */
color: number, holder: Holder, 
/**
 * The agent that plays the seat.
 */
agent: string | null, 
/**
 * Whether somebody who holds the seat is connected.
 */
present: boolean, 
/**
 * Time this seat has spent deciding.
 */
used_ms: number, };

export type SeatKey = { key: string, };

export type SeatPlan = { who: Who, 
/**
 * The player's name; a good one is made up if it is empty.
 */
name: string, 
/**
 * The name of the agent, if one plays the seat.
 */
agent: string | null, list: ListChoice, };

export type SeatRequest = { seat: number, };

export type Segment = { "kind": "move", to: Point, } | { "kind": "line", to: Point, } | { "kind": "cubic", c1: Point, c2: Point, to: Point, } | { "kind": "arc", to: Point, radius: number, clockwise: boolean, large: boolean, } | { "kind": "close" };

export type Side = { name: string, 
/**
 * Index into the palette's side colors; also picks the shape of labels: round, square, notched.
 */
color: number, 
/**
 * The scene is seen from this side.
 */
you: boolean, };

export type Sign = "ahead" | "bank_left" | "bank_right" | "turn_left" | "turn_right" | "about" | "loop_left" | "loop_right" | "back" | "stop";

export type Slot = { "kind": "card" } & Card | { "kind": "pile" } & Pile | { "kind": "gap" };

export type SlotCount = { slot: string, count: number, };

export type Stage = "open" | "playing" | "over" | "broken";

export type Step = { 
/**
 * What is new in the scene since the step before it.
 */
scene: SceneUpdate, 
/**
 * How many of the look's lines of the log had happened by then.
 */
lines: number, };

export type Tone = "plain" | "muted" | "red" | "orange" | "gold" | "green" | "blue" | "violet" | "white" | "black";

export type Undo = { 
/**
 * The viewer may ask to take back its last answer; the sentence says what it is.
 */
possible: string | null, 
/**
 * Somebody asks to take something back.
 */
asked: UndoAsked | null, };

export type UndoAsked = { by: number, what: string, 
/**
 * How many answers would stay: what the log tells of later moments is taken back.
 */
to: number, 
/**
 * Seats whose consent is still wanted.
 */
wanted: Array<number>, };

export type Value = { label: string, value: string, tone: Tone, 
/**
 * A sign that stands for the label where room is short.
 */
glyph: Glyph | null, };

export type Weight = "headline" | "detail" | "timing";

export type Who = "me" | "open" | "agent";

export type Why = { text: string, 
/**
 * The entry of the rulebook, for the rules reference.
 */
rule: string, rule_title: string, };

export type Zone = { outline: Outline, at: Point, label: string, side: number | null, };
