//! Squads as people write them on forums and blogs: texts of our own, each with the ships that are meant.

use table::spelling::plain;
use xwing::cards::library;

use crate::read;

/// A text, and its ships as `Pilot + Upgrade + …`.
const WRITTEN: &[(&str, &[&str])] = &[
    (
        "**Fat Han**\nHan Solo (46)\n- Predator (3)\n- C-3PO (3)\n- Luke Skywalker (7)\n- Engine Upgrade (4)\n- Millennium Falcon (1)\n\n3x Bandit Squadron Pilot (12)\n\nTotal: 100",
        &[
            "Han Solo + Predator + C-3PO + Luke Skywalker + Engine Upgrade + Millennium Falcon",
            "Bandit Squadron Pilot",
            "Bandit Squadron Pilot",
            "Bandit Squadron Pilot",
        ],
    ),
    (
        "Soontir Fel w/ PtL, Royal Guard Title, Stealth Device & Autothrusters (35)\nCarnor Jax w/PTL, SD, AT\nOmicron Group Pilot w/ Palp",
        &[
            "Soontir Fel + Push the Limit + Royal Guard TIE + Stealth Device + Autothrusters",
            "Carnor Jax + Push the Limit + Stealth Device + Autothrusters",
            "Omicron Group Pilot + Emperor Palpatine",
        ],
    ),
    (
        "Howlrunner + Swarm Tactics\nMauler Mithel\nDark Curse\nBackstabber\nNight Beast\n2x Academy",
        &[
            "Howlrunner + Swarm Tactics",
            "Mauler Mithel",
            "Dark Curse",
            "Backstabber",
            "Night Beast",
            "Academy Pilot",
            "Academy Pilot",
        ],
    ),
    (
        "Brobots:\nIG-88B - HLC - FCS - PTL - Autothrusters - Glitterstim - IG2000 (50)\nIG-88C - HLC - FCS - PTL - Autothrusters - Glitterstim - IG2000 (50)",
        &[
            "IG-88B + Heavy Laser Cannon + Fire-Control System + Push the Limit + Autothrusters + Glitterstim + IG-2000",
            "IG-88C + Heavy Laser Cannon + Fire-Control System + Push the Limit + Autothrusters + Glitterstim + IG-2000",
        ],
    ),
    (
        "4x Gold Squadron Pilot + TLT (24 each)",
        &[
            "Gold Squadron Pilot + Twin Laser Turret",
            "Gold Squadron Pilot + Twin Laser Turret",
            "Gold Squadron Pilot + Twin Laser Turret",
            "Gold Squadron Pilot + Twin Laser Turret",
        ],
    ),
    (
        "Gold Squadron Pilot (18), Twin Laser Turret (6) x4",
        &[
            "Gold Squadron Pilot + Twin Laser Turret",
            "Gold Squadron Pilot + Twin Laser Turret",
            "Gold Squadron Pilot + Twin Laser Turret",
            "Gold Squadron Pilot + Twin Laser Turret",
        ],
    ),
    (
        "BBBBZ\nBlue Squadron Pilot x4 (88)\nBandit Squadron Pilot (12)",
        &[
            "Blue Squadron Pilot",
            "Blue Squadron Pilot",
            "Blue Squadron Pilot",
            "Blue Squadron Pilot",
            "Bandit Squadron Pilot",
        ],
    ),
    (
        "Corran Horn (35) + Push the Limit (3) + R2-D2 (4) + FCS (2) + Engine upgrade (4) = 48\nDash Rendar (36) + PtL (3) + HLC (7) + Kanan (3) + Outrider (5) = 54",
        &[
            "Corran Horn + Push the Limit + R2-D2 + Fire-Control System + Engine Upgrade",
            "Dash Rendar + Push the Limit + Heavy Laser Cannon + Kanan Jarrus + Outrider",
        ],
    ),
    (
        "Darth Vader (TIE Advanced), Predator, TIE/x1, Adv. Targeting Computer, Engine Upgrade\n\"Whisper\", VI, FCS, Gunner, ACD\n",
        &[
            "Darth Vader + Predator + TIE/x1 + Advanced Targeting Computer + Engine Upgrade",
            "Whisper + Veteran Instincts + Fire-Control System + Gunner + Advanced Cloaking Device",
        ],
    ),
    (
        "Poe Dameron (PS9) + BB-8 + VI + Autothrusters + Black One\nJess Pava + R2-D2 + Integrated Astromech\nEllo Asty + Pattern Analyzer",
        &[
            "Poe Dameron + BB-8 + Veteran Instincts + Autothrusters + Black One",
            "Jess Pava + R2-D2 + Integrated Astromech",
            "Ello Asty + Pattern Analyzer",
        ],
    ),
    (
        "Palp Aces\n\nLambda-Class Shuttle: · Omicron Group Pilot (21)\n  Emperor Palpatine (8)\nTIE Interceptor: · Soontir Fel (27)\n  Push the Limit (3)\n  Royal Guard TIE (0)\n  Stealth Device (3)\n  Autothrusters (2)\nTIE Advanced Prototype: · The Inquisitor (25)\n  Push the Limit (3)\n  TIE/v1 (1)\n  Autothrusters (2)\n\n100/100",
        &[
            "Omicron Group Pilot + Emperor Palpatine",
            "Soontir Fel + Push the Limit + Royal Guard TIE + Stealth Device + Autothrusters",
            "The Inquisitor + Push the Limit + TIE/v1 + Autothrusters",
        ],
    ),
    (
        "[b]Imperial Aces[/b] (100 points)\n\n[b]Darth Vader[/b] (29)\n[i]TIE Advanced (29), Veteran Instincts (1), Cluster Missiles (4)[/i]\n[b]Turr Phennir[/b]\n[i]TIE Interceptor (25), Push the Limit (3)[/i]",
        &["Darth Vader + Veteran Instincts + Cluster Missiles", "Turr Phennir + Push the Limit"],
    ),
    (
        "Luke Skywalker (28)\nX-Wing (28), R2-D2 (4), Draw their fire (1)\nBiggs Darklighter (25)\nX-Wing (25), R4-D6 (1)",
        &["Luke Skywalker + R2-D2 + Draw Their Fire", "Biggs Darklighter + R4-D6"],
    ),
    (
        "Meine Liste: Rebellen 100 Punkte\nAnfängerpilot (21)\nPilot der Rot-Staffel (23) + R2-Astromech\nLuke Skywalker + Treffsicherheit",
        &["Rookie Pilot", "Red Squadron Pilot + R2 Astromech", "Luke Skywalker + Marksmanship"],
    ),
    (
        "3x Contracted Scout w/ Deadeye, Plasma torps, EM, R4 agromech, GC (33)",
        &[
            "Contracted Scout + Deadeye + Plasma Torpedoes + Extra Munitions + R4 Agromech + Guidance Chips",
            "Contracted Scout + Deadeye + Plasma Torpedoes + Extra Munitions + R4 Agromech + Guidance Chips",
            "Contracted Scout + Deadeye + Plasma Torpedoes + Extra Munitions + R4 Agromech + Guidance Chips",
        ],
    ),
    (
        "Dengar (33), Lone Wolf (2), Zuckuss (1), Glitterstim(2), Punishing one(12), Engine(4)\nBossk (35)",
        &["Dengar + Lone Wolf + Zuckuss + Glitterstim + Punishing One + Engine Upgrade", "Bossk"],
    ),
    (
        "* Miranda Doni - TLT, C-3PO, Conner Net\n* Captain Rex\n* Jake Farrell: PtL, VI, A-wing Test pilot, Proton Rockets, Autothrusters",
        &[
            "Miranda Doni + Twin Laser Turret + C-3PO + Conner Net",
            "Captain Rex",
            "Jake Farrell + Push the Limit + Veteran Instincts + A-wing Test Pilot + Proton Rockets + Autothrusters",
        ],
    ),
    (
        "Fenn Rau: PTL/Title/AT\nOld Teroch: PTL/Title/AT\nGuri: PTL/Virago/AT/FCS",
        &[
            "Fenn Rau + Push the Limit + Concord Dawn Protector + Autothrusters",
            "Old Teroch + Push the Limit + Concord Dawn Protector + Autothrusters",
            "Guri + Push the Limit + Virago + Autothrusters + Fire-Control System",
        ],
    ),
    (
        "Ryad - PTL - x7 - Mk. II\nVessery - Juke - x7 - Twin Ion Engine Mk2\nOmicron Group Pilot + Palp",
        &[
            "Countess Ryad + Push the Limit + TIE/x7 + Twin Ion Engine Mk. II",
            "Colonel Vessery + Juke + TIE/x7 + Twin Ion Engine Mk. II",
            "Omicron Group Pilot + Emperor Palpatine",
        ],
    ),
    (
        "PS 9 Soontir Fel\nPS 8 \"Howlrunner\"\nPS 1 Academy Pilot",
        &["Soontir Fel", "Howlrunner", "Academy Pilot"],
    ),
    (
        "Chewie + Predator + Gunner + Luke\nChopper (Ghost) + FCS\n",
        &["Chewbacca + Predator + Gunner + Luke Skywalker", "Chopper + Ghost + Fire-Control System"],
    ),
    (
        "RAC (VT-49): VI, Ysanne Isard, Rebel Captive, Gunner, EU\nWhisper: VI, ACD, Rebel captive",
        &[
            "Rear Admiral Chiraneau + Veteran Instincts + Ysanne Isard + Rebel Captive + Gunner + Engine Upgrade",
            "Whisper + Veteran Instincts + Advanced Cloaking Device + Rebel Captive",
        ],
    ),
    (
        "My first list, please be gentle!\n\nWedge Antilles (29) + R2-D2 (4) + Push the Limit (3) [36]\nGarven Dreis (26)\nRookie Pilot (21)\n\nComments are welcome, I fly this on Friday.",
        &["Wedge Antilles + R2-D2 + Push the Limit", "Garven Dreis", "Rookie Pilot"],
    ),
    (
        "Boba Fett (39 pts): Proximity Mines (3), Slave 1, Recon Spec\nKath Scarlet [38]: Expose",
        &["Boba Fett + Proximity Mines + Slave I + Recon Specialist", "Kath Scarlet + Expose"],
    ),
    (
        "Talonbane Cobra - 28\n - Lone Wolf - 2\n - Cluster Missiles - 4\n - Engine Upgrade - 4\n4-LOM - 27\n - Mangler Cannon - 4",
        &["Talonbane Cobra + Lone Wolf + Cluster Missiles + Engine Upgrade", "4-LOM + Mangler Cannon"],
    ),
    (
        "Omega Leader, Juke, Comm Relay 26\nZeta Leader, Wired 22\nQuickdraw (SF), VI, FCS, LWF, SO Training",
        &[
            "Omega Leader + Juke + Comm Relay",
            "Zeta Leader + Wired",
            "Quickdraw + Veteran Instincts + Fire-Control System + Lightweight Frame + Special Ops Training",
        ],
    ),
    (
        "2 x Green Squadron Pilot + Chardaan + Crackshot + Test Pilot + PTL",
        &[
            "Green Squadron Pilot + Chardaan Refit + Crack Shot + A-wing Test Pilot + Push the Limit",
            "Green Squadron Pilot + Chardaan Refit + Crack Shot + A-wing Test Pilot + Push the Limit",
        ],
    ),
    (
        "Crack Swarm\nHowlrunner (18) Crack Shot (1)\nBlack Sq. Pilot (14) Crack Shot (1) x5",
        &[
            "Howlrunner + Crack Shot",
            "Black Squadron Pilot + Crack Shot",
            "Black Squadron Pilot + Crack Shot",
            "Black Squadron Pilot + Crack Shot",
            "Black Squadron Pilot + Crack Shot",
            "Black Squadron Pilot + Crack Shot",
        ],
    ),
    (
        "Lt. Kestal\nMaj Rhymer w/ Assault Missile\nCapt. Jonus\nCol Jendon",
        &["Lieutenant Kestal", "Major Rhymer + Assault Missiles", "Captain Jonus", "Colonel Jendon"],
    ),
    (
        "Luke\tPtL\tR2-D2\nWedge\tVI\tR5-P9",
        &["Luke Skywalker + Push the Limit + R2-D2", "Wedge Antilles + Veteran Instincts + R5-P9"],
    ),
    (
        "Luke Skywalker — X-Wing — 28\n    Push The Limit — 3\nShip Total: 31",
        &["Luke Skywalker + Push the Limit"],
    ),
    (
        "1) Nera Dantels + Deadeye + FCS + Adv Proton Torps + Adv Proton Torps + Extra Munitions\n2) Keyan Farlander + PtL + B-Wing/E2 + Tactician",
        &[
            "Nera Dantels + Deadeye + Fire-Control System + Advanced Proton Torpedoes + Advanced Proton Torpedoes + Extra Munitions",
            "Keyan Farlander + Push the Limit + B-Wing/E2 + Tactician",
        ],
    ),
    (
        "Ten Numb {Veteran Instincts, Mangler Cannon}\nTycho {PtL, Experimental Interface, Daredevil}",
        &[
            "Ten Numb + Veteran Instincts + Mangler Cannon",
            "Tycho Celchu + Push the Limit + Experimental Interface + Daredevil",
        ],
    ),
    (
        "Squad name: Test\nFaction: Galactic Empire\nPoints: 54\n\nSoontir Fel (27)\nSoontir Fel (27)",
        &["Soontir Fel", "Soontir Fel"],
    ),
    (
        "Dutch Vander (Y-Wing) + Ion cannon turret + R5-K6\nHorton Salm + TLT + R3-A2\nAiren Cracken",
        &[
            "Dutch Vander + Ion Cannon Turret + R5-K6",
            "Horton Salm + Twin Laser Turret + R3-A2",
            "Airen Cracken",
        ],
    ),
    (
        "Moralo Eval (34) w/ Tractor Beam, Rigged Cargo Chute\nN'dru Suhlak w/ Lone Wolf + Cruise Missiles + LRS",
        &[
            "Moralo Eval + Tractor Beam + Rigged Cargo Chute",
            "N'Dru Suhlak + Lone Wolf + Cruise Missiles + Long-Range Scanners",
        ],
    ),
    (
        "Kylo Ren (Upsilon Shuttle) + Hux\nBackdraft + A Score to Settle + Fire Control System + SpecOps Training",
        &[
            "Kylo Ren + General Hux",
            "Backdraft + A Score to Settle + Fire-Control System + Special Ops Training",
        ],
    ),
    (
        "Jan Ors (HWK): Moldy Crow, Recon Specialist, Blaster Turret\nOuter Rim Smuggler + Kyle Katarn",
        &["Jan Ors + Moldy Crow + Recon Specialist + Blaster Turret", "Outer Rim Smuggler + Kyle Katarn"],
    ),
    (
        "Tie swarm!!\n\nTIE Fighter - Academy Pilot - 12\nTIE Fighter - Academy Pilot - 12\nTIE Fighter - Obsidian Squadron Pilot - 13\nTIE Fighter - Howlrunner - 18\n",
        &["Academy Pilot", "Academy Pilot", "Obsidian Squadron Pilot", "Howlrunner"],
    ),
    (
        "Ezra (Attack Shuttle), Chopper(VCX) + Zeb crew, Sabine (TIE)",
        &["Ezra Bridger", "Chopper + Zeb Orrelios", "Sabine Wren"],
    ),
    (
        "Wolffwarro + Wookie Commandos\nLowhhrick + Tactician + Rey",
        &["Wullffwarro + Wookiee Commandos", "Lowhhrick + Tactician + Rey"],
    ),
    (
        "Nym (Scum) + Havoc + Genius + Autoblaster Turret + Accuracy Corrector + Bomblet Generator + TS",
        &[
            "Captain Nym + Havoc + Genius + Autoblaster Turret + Accuracy Corrector + Bomblet Generator + Trajectory Simulator",
        ],
    ),
    (
        "Darth Vader + Push the Limit + Shield Upgrade\nand\nMauler Mithel",
        &["Darth Vader + Push the Limit + Shield Upgrade", "Mauler Mithel"],
    ),
    ("Rookie Pilot (21) ×4\n", &["Rookie Pilot", "Rookie Pilot", "Rookie Pilot", "Rookie Pilot"]),
    (
        "Rookie Pilot (21)\nRookie Pilot (21)\nBlue Sqaudron Pilot (22) + Advanced Senors (3)\nGold Squadran Pilot + Ion Turret",
        &[
            "Rookie Pilot",
            "Rookie Pilot",
            "Blue Squadron Pilot + Advanced Sensors",
            "Gold Squadron Pilot + Ion Cannon Turret",
        ],
    ),
    (
        "Soontir Fel → PtL, Targeting Computer\nCarnor Jax => PtL",
        &["Soontir Fel + Push the Limit + Targeting Computer", "Carnor Jax + Push the Limit"],
    ),
    (
        "100 pts Scum\n-----------\nPrince Xizor .... 31\n  Virago ........ 1\nBlack Sun Enforcer .... 25",
        &["Prince Xizor + Virago", "Black Sun Enforcer"],
    ),
    (
        "Darth Vader (29pts)\n*Predator (3pts)\n*TIE/x1\n*ATC (1)\n*Engine (4)\n\nSoontir Fel (27pts)\n*Push (3)\n*RGT\n*Autothrusters(2)\n*Stealth(3)",
        &[
            "Darth Vader + Predator + TIE/x1 + Advanced Targeting Computer + Engine Upgrade",
            "Soontir Fel + Push the Limit + Royal Guard TIE + Autothrusters + Stealth Device",
        ],
    ),
    (
        "> Wedge Antilles: Predator, R2 Astromech, Shield Upgrade\n> Luke Skywalker: VI, R2-D2\n> Biggs: R5",
        &[
            "Wedge Antilles + Predator + R2 Astromech + Shield Upgrade",
            "Luke Skywalker + Veteran Instincts + R2-D2",
            "Biggs Darklighter + R5 Astromech",
        ],
    ),
    (
        "| Pilot | Upgrades | Points |\n|---|---|---|\n| Luke Skywalker | R2-D2, Push the Limit | 35 |\n| Rookie Pilot | | 21 |",
        &["Luke Skywalker + R2-D2 + Push the Limit", "Rookie Pilot"],
    ),
    (
        "Zertik Strom (TIE Adv), x1 + ATC, EU\n2 Storm Squadron Pilots + ATC + x1",
        &[
            "Zertik Strom + TIE/x1 + Advanced Targeting Computer + Engine Upgrade",
            "Storm Squadron Pilot + Advanced Targeting Computer + TIE/x1",
            "Storm Squadron Pilot + Advanced Targeting Computer + TIE/x1",
        ],
    ),
    (
        "Scum list (99)\nGraz the Hunter\nLaetin Ashera + Heavy Scyk + Mangler\nSerissu\nBinayre Pirate x 2",
        &[
            "Graz the Hunter",
            "Laetin A'shera + Heavy Scyk Interceptor + Mangler Cannon",
            "Serissu",
            "Binayre Pirate",
            "Binayre Pirate",
        ],
    ),
    (
        "Norra Wexley\nPush the limit\nR2-D2\nAlliance Overhaul\nVectored Thrusters\nTail Gunner\n--\nThane Kyrell\nR2 Astromech\nTail Gunner\nAlliance Overhaul",
        &[
            "Norra Wexley + Push the Limit + R2-D2 + Alliance Overhaul + Vectored Thrusters + Tail Gunner",
            "Thane Kyrell + R2 Astromech + Tail Gunner + Alliance Overhaul",
        ],
    ),
    (
        "Squad: Doomshuttle Aces (100)\nCaptain Yorr - Darth Vader (crew), Advanced sensors\nTurr - Veteran instincts, Autothrusters, Royal Guard, SD",
        &[
            "Captain Yorr + Darth Vader + Advanced Sensors",
            "Turr Phennir + Veteran Instincts + Autothrusters + Royal Guard TIE + Stealth Device",
        ],
    ),
    (
        "Hi all, what do you think of this list?\n\nHan Solo (YT-1300) with Lone Wolf, C-3PO, R2-D2, MF title and Engine Upgrade\nTarn Mison with R7\nBandit x1",
        &[
            "Han Solo + Lone Wolf + C-3PO + R2-D2 + Millennium Falcon + Engine Upgrade",
            "Tarn Mison + R7 Astromech",
            "Bandit Squadron Pilot",
        ],
    ),
    (
        "Ketsu Onyo (38) | Lone Wolf (2) | Shadow Caster (3) | Latts Razzi (2)\nAsajj Ventress (37) | PTL (3) | Shadow Caster",
        &[
            "Ketsu Onyo + Lone Wolf + Shadow Caster + Latts Razzi",
            "Asajj Ventress + Push the Limit + Shadow Caster",
        ],
    ),
    (
        "Academy Pilot * 6\nHowlrunner + Determination",
        &[
            "Academy Pilot",
            "Academy Pilot",
            "Academy Pilot",
            "Academy Pilot",
            "Academy Pilot",
            "Academy Pilot",
            "Howlrunner + Determination",
        ],
    ),
    (
        "(2) Blue Squadron Pilot\n(1) Wedge Antilles",
        &["Blue Squadron Pilot", "Blue Squadron Pilot", "Wedge Antilles"],
    ),
    (
        "Lando Calrissian + Gunner,\nGray Squadron Pilot + ICT,\nGray Squadron Pilot + ICT",
        &[
            "Lando Calrissian + Gunner",
            "Gray Squadron Pilot + Ion Cannon Turret",
            "Gray Squadron Pilot + Ion Cannon Turret",
        ],
    ),
    (
        "TIE Phantom: \"Echo\" (30)\nVeteran Instincts (1); Fire Control System (2); Rebel Captive (3); Stygium (2)",
        &["Echo + Veteran Instincts + Fire-Control System + Rebel Captive + Stygium Particle Accelerator"],
    ),
    (
        "Meine Rebellen (100 Punkte)\n\n1x Wedge Antilles (29)\n + R2-D2 (4)\n + Marksmanship (3)\n2x Pilot der Rot-Staffel je 23\nBiggs (25)",
        &[
            "Wedge Antilles + R2-D2 + Marksmanship",
            "Red Squadron Pilot",
            "Red Squadron Pilot",
            "Biggs Darklighter",
        ],
    ),
    (
        "Triple Defenders: Ryad (PTL, TIE/x7, Mk II), Vessery (Juke, x7), Glaive Squadron Pilot (x7, Juke)",
        &[
            "Countess Ryad + Push the Limit + TIE/x7 + Twin Ion Engine Mk. II",
            "Colonel Vessery + Juke + TIE/x7",
            "Glaive Squadron Pilot + TIE/x7 + Juke",
        ],
    ),
    (
        "Miranda Doni (29)\nTwin Laser Turret (6)\nHoming Missiles (5)\nC-3PO (3)\nLong-Range Scanners (0)\n\nShip total: 43  Half Points: 22  Threshold: 5\n\nCorran Horn (35)\nPush the Limit (3)\nR2-D2 (4)\nEngine Upgrade (4)\nFire-Control System (2)\nShip total: 48\n\nTotal: 91\n\nView in Yet Another Squad Builder: https://example.org/?f=Rebel%20Alliance&d=v4!s!95::36:-1:;&sn=x",
        &[
            "Miranda Doni + Twin Laser Turret + Homing Missiles + C-3PO + Long-Range Scanners",
            "Corran Horn + Push the Limit + R2-D2 + Engine Upgrade + Fire-Control System",
        ],
    ),
    (
        "Dash w/ Lone Wolf, HLC, Outrider, Rey, Engine (61) + Corran w/ VI, FCS, R2-D2 (39)",
        &[
            "Dash Rendar + Lone Wolf + Heavy Laser Cannon + Outrider + Rey + Engine Upgrade",
            "Corran Horn + Veteran Instincts + Fire-Control System + R2-D2",
        ],
    ),
    (
        "Commander: Kenkirk (44)\nRuthlessness (3), Ysanne Isard (4), Mara Jade (3), Engine Upgrade (4), Dauntless(2)\nTIE Phantom: Whisper (32)\nVI(1) FCS(2) Rebel Captive(3) ACD(4)",
        &[
            "Commander Kenkirk + Ruthlessness + Ysanne Isard + Mara Jade + Engine Upgrade + Dauntless",
            "Whisper + Veteran Instincts + Fire-Control System + Rebel Captive + Advanced Cloaking Device",
        ],
    ),
    (
        "Quad TLT\nSyndicate Thug + TLT + Unhinged x4",
        &[
            "Syndicate Thug + Twin Laser Turret + Unhinged Astromech",
            "Syndicate Thug + Twin Laser Turret + Unhinged Astromech",
            "Syndicate Thug + Twin Laser Turret + Unhinged Astromech",
            "Syndicate Thug + Twin Laser Turret + Unhinged Astromech",
        ],
    ),
    (
        "Thugs x3: TLT, unhinged astro",
        &[
            "Syndicate Thug + Twin Laser Turret + Unhinged Astromech",
            "Syndicate Thug + Twin Laser Turret + Unhinged Astromech",
            "Syndicate Thug + Twin Laser Turret + Unhinged Astromech",
        ],
    ),
    (
        "Dengar in JM5K w/ PTL, Countermeasures, Latts, Title\nBoba Fett (Scum Firespray) w/ VI & Dead Man's Switch & Inertial Dampeners",
        &[
            "Dengar + Push the Limit + Countermeasures + Latts Razzi + Punishing One",
            "Boba Fett + Veteran Instincts + Dead Man's Switch + Inertial Dampeners",
        ],
    ),
    (
        "Faction: Scum & Villainy\nPoints: 62/100\n\nKetsu Onyo\nShip: Lancer-class Pursuit Craft\nUpgrades: Push the Limit, Shadow Caster, Dengar\nPoints: 45\n\nCartel Spacer\nShip: M3-A Interceptor\nUpgrades: \"Light Scyk\" Interceptor\nPoints: 12",
        &[
            "Ketsu Onyo + Push the Limit + Shadow Caster + Dengar",
            "Cartel Spacer + \"Light Scyk\" Interceptor",
        ],
    ),
    (
        "Lok Revenant – Scurrg H-6 Bomber (26)\n• Twin Laser Turret (6)\n• Seismic Torpedo\nSol Sixxa – Scurrg H-6 Bomber (28)\n• Cluster Mines",
        &["Lok Revenant + Twin Laser Turret + Seismic Torpedo", "Sol Sixxa + Cluster Mines"],
    ),
    (
        "Pilot: Soontir Fel\nEPT: Push the Limit\nMod: Autothrusters\nMod: Stealth Device\nTitle: Royal Guard TIE\n\nPilot: Darth Vader\nEPT: Predator\nTitle: TIE/x1\nSystem: Advanced Targeting Computer\nMod: Engine Upgrade",
        &[
            "Soontir Fel + Push the Limit + Autothrusters + Stealth Device + Royal Guard TIE",
            "Darth Vader + Predator + TIE/x1 + Advanced Targeting Computer + Engine Upgrade",
        ],
    ),
    (
        "Gamma Squadron Veteran [Crack shot, homing missiles, guidance chips, LRS, EM] x3",
        &[
            "Gamma Squadron Veteran + Crack Shot + Homing Missiles + Guidance Chips + Long-Range Scanners + Extra Munitions",
            "Gamma Squadron Veteran + Crack Shot + Homing Missiles + Guidance Chips + Long-Range Scanners + Extra Munitions",
            "Gamma Squadron Veteran + Crack Shot + Homing Missiles + Guidance Chips + Long-Range Scanners + Extra Munitions",
        ],
    ),
    (
        "Nu Squadron Pilot x 2 w/ Harpoon Missiles, Guidance chips, OS-1\nMaj. Vynder w/ VI, XG-1, Flechette Cannon, Autoblaster",
        &[
            "Nu Squadron Pilot + Harpoon Missiles + Guidance Chips + Os-1 Arsenal Loadout",
            "Nu Squadron Pilot + Harpoon Missiles + Guidance Chips + Os-1 Arsenal Loadout",
            "Major Vynder + Veteran Instincts + Xg-1 Assault Configuration + Flechette Cannon + Autoblaster",
        ],
    ),
    (
        "Jess Pava, R2-D2, IA\nNien Nunb: Pattern analyser; R3; snap shot\nSnap Wexley + VI + Black One + BB-8",
        &[
            "Jess Pava + R2-D2 + Integrated Astromech",
            "Nien Nunb + Pattern Analyzer + R3 Astromech + Snap Shot",
            "\"Snap\" Wexley + Veteran Instincts + Black One + BB-8",
        ],
    ),
    (
        "Han Solo (46 Punkte)\nmit Bordschütze, Luke Skywalker, Millennium Falke",
        &["Han Solo + Gunner + Luke Skywalker + Millennium Falcon"],
    ),
    (
        "Turr Phennir (25) + VI (1) + AT (2) + Targeting computer (2) + Royal Guard Tie (0) = 30\nCarnor Jax (26)+PTL(3)+AT(2)+SD(3)=34\nColonel Jendon (26)+ST-321(3)+Anti-Persuit Lasers(2)",
        &[
            "Turr Phennir + Veteran Instincts + Autothrusters + Targeting Computer + Royal Guard TIE",
            "Carnor Jax + Push the Limit + Autothrusters + Stealth Device",
            "Colonel Jendon + ST-321 + Anti-Pursuit Lasers",
        ],
    ),
    (
        "100pt Imperial list:\n1. \"Omega Leader\" (21) - Juke (2), Comm Relay (3)\n2. \"Epsilon Leader\" (19) - Comm Relay\n3. Zeta Squadron Pilot (16)\n4. Zeta Squadron Pilot (16)",
        &[
            "Omega Leader + Juke + Comm Relay",
            "Epsilon Leader + Comm Relay",
            "Zeta Squadron Pilot",
            "Zeta Squadron Pilot",
        ],
    ),
    (
        "CR90 Corvette (Fore): Han Solo, Quad Laser Cannons\nCR90 Corvette (Aft) + Engineering Team + Jaina's Light",
        &[
            "CR90 Corvette (Fore) + Han Solo + Quad Laser Cannons",
            "CR90 Corvette (Aft) + Engineering Team + Jaina's Light",
        ],
    ),
    (
        "GR-75 Medium Transport + Slicer Tools + Carlist Rieekan + Bright Hope\nTycho Celchu  PTL, EI, Proton Rockets, Test Pilot, Daredevil",
        &[
            "GR-75 Medium Transport + Slicer Tools + Carlist Rieekan + Bright Hope",
            "Tycho Celchu + Push the Limit + Experimental Interface + Proton Rockets + A-Wing Test Pilot + Daredevil",
        ],
    ),
    (
        "Jake Farrell ~ A-Wing ~ PTL ~ VI ~ Autothrusters ~ Prockets ~ Test Pilot",
        &[
            "Jake Farrell + Push the Limit + Veteran Instincts + Autothrusters + Proton Rockets + A-Wing Test Pilot",
        ],
    ),
    (
        "Inquisitor(25)/PTL(3)/TIEv1(1)/AT(2)\nOGP(21)/Palp(8)\nFel(27)/PTL(3)/AT(2)/SD(3)/RGT",
        &[
            "The Inquisitor + Push the Limit + TIE/v1 + Autothrusters",
            "Omicron Group Pilot + Emperor Palpatine",
            "Soontir Fel + Push the Limit + Autothrusters + Stealth Device + Royal Guard TIE",
        ],
    ),
    (
        "Bossk\n Crew: Gunner, K4\n EPT: Expose\n Title: Hound's Tooth\n Mod: Glitterstim\nN'dru Suhlak\n Lone wolf",
        &[
            "Bossk + Gunner + K4 Security Droid + Expose + Hound's Tooth + Glitterstim",
            "N'Dru Suhlak + Lone Wolf",
        ],
    ),
    (
        "Upsilon: Major Stridan - Hux, Kylo Ren, Sensor Cluster, Targeting Synchronizer\nTIE/fo: Epsilon Ace (Juke)",
        &[
            "Major Stridan + General Hux + Kylo Ren + Sensor Cluster + Targeting Synchronizer",
            "Epsilon Ace + Juke",
        ],
    ),
    (
        "Assaj Ventress + Latts Razi + Glitterstim + Engine Upgade\nFen Rau + Fearlesness + Autothrusters + Concorde Dawn Protector\nKad Solus",
        &[
            "Asajj Ventress + Latts Razzi + Glitterstim + Engine Upgrade",
            "Fenn Rau + Fearlessness + Autothrusters + Concord Dawn Protector",
            "Kad Solus",
        ],
    ),
    (
        "Lieutenant Lorrir (23)   Opportunist (4)   Hull Upgrade (3)\nKir Kanos (24)   Veteran Instincts (1)",
        &["Lieutenant Lorrir + Opportunist + Hull Upgrade", "Kir Kanos + Veteran Instincts"],
    ),
    (
        "Torkil Mux(19), TLT(6), K4(3)\nDrea Renthal; BTL-A4; TLT; R4 agromech\nKavil: VI, TLT, R4-B11, Engine Upgrade",
        &[
            "Torkil Mux + Twin Laser Turret + K4 Security Droid",
            "Drea Renthal + BTL-A4 Y-Wing + Twin Laser Turret + R4 Agromech",
            "Kavil + Veteran Instincts + Twin Laser Turret + R4-B11 + Engine Upgrade",
        ],
    ),
    (
        "Rebel Captive shuttle\nColonel Jendon [Lambda] w. ST-321, Rebel Captive, FCS\n2 * Saber Squadron Pilot w. PTL, AT",
        &[
            "Colonel Jendon + ST-321 + Rebel Captive + Fire-Control System",
            "Saber Squadron Pilot + Push the Limit + Autothrusters",
            "Saber Squadron Pilot + Push the Limit + Autothrusters",
        ],
    ),
    (
        "Tansarii Point Veteran w/ Heavy Scyk & Mangler Cannon, Crack Shot ×3\nSerissu (20)",
        &[
            "Tansarii Point Veteran + Heavy Scyk Interceptor + Mangler Cannon + Crack Shot",
            "Tansarii Point Veteran + Heavy Scyk Interceptor + Mangler Cannon + Crack Shot",
            "Tansarii Point Veteran + Heavy Scyk Interceptor + Mangler Cannon + Crack Shot",
            "Serissu",
        ],
    ),
    (
        "Squad \"Twin Falcons\" - 100 points - Rebel\n\nHan Solo [YT-1300] - 46\nElite: Push the Limit - 3\nCrew: Nien Nunb - 1\nTitle: Millennium Falcon - 1\n\nChewbacca [YT-1300] - 42\nElite: Lone Wolf - 2\nCrew: C-3PO - 3",
        &["Han Solo + Push the Limit + Nien Nunb + Millennium Falcon", "Chewbacca + Lone Wolf + C-3PO"],
    ),
    ("(PS 9) Vader\n(PS 9) Soontir", &["Darth Vader", "Soontir Fel"]),
    (
        "My squad: Biggs (R4-D6, IA), Jess (R2-D2, IA), Poe PS8 (BB-8, PTL, AT)",
        &[
            "Biggs Darklighter + R4-D6 + Integrated Astromech",
            "Jess Pava + R2-D2 + Integrated Astromech",
            "Poe Dameron + BB-8 + Push the Limit + Autothrusters",
        ],
    ),
    (
        "Zuckuss (G-1A) w Push the Limit, Mist Hunter, Tractor Beam, Cloaking Device\n4-LOM w VI, Engine, Advanced Sensors",
        &[
            "Zuckuss + Push the Limit + Mist Hunter + Tractor Beam + Cloaking Device",
            "4-LOM + Veteran Instincts + Engine Upgrade + Advanced Sensors",
        ],
    ),
    (
        "Lothal Rebel (35): Autoblaster Turret (2) & Tactician (2) & FCS (2)\nLothal Rebel (35): Autoblaster Turret (2) & Tactician (2) & FCS (2)",
        &[
            "Lothal Rebel + Autoblaster Turret + Tactician + Fire-Control System",
            "Lothal Rebel + Autoblaster Turret + Tactician + Fire-Control System",
        ],
    ),
    (
        "Deathrain (TIE Punisher)\n ╠ Trajectory Simulator\n ╠ Bomblet Generator\n ╚ Lightweight Frame\nRedline\n ╚ FCS",
        &[
            "Deathrain + Trajectory Simulator + Bomblet Generator + Lightweight Frame",
            "Redline + Fire-Control System",
        ],
    ),
    (
        "Pure Sabacc (22)\n> Adaptive Ailerons (0)\n> Lightweight Frame (2)\nDuchess (23)\n> Veteran Instincts\n> Adaptive Ailerons\nCountdown (20)\n> Adaptive Ailerons",
        &[
            "Pure Sabacc + Adaptive Ailerons + Lightweight Frame",
            "Duchess + Veteran Instincts + Adaptive Ailerons",
            "Countdown + Adaptive Ailerons",
        ],
    ),
    (
        "Cavern Angels Zealot x4 (Renegade Refit)",
        &[
            "Cavern Angels Zealot + Renegade Refit",
            "Cavern Angels Zealot + Renegade Refit",
            "Cavern Angels Zealot + Renegade Refit",
            "Cavern Angels Zealot + Renegade Refit",
        ],
    ),
    (
        "Commander Alozen: Crackshot, TIE x1, Adv. Targeting Comp.\nTempest Sqd Pilot: x1, ATC\nTempest Sqd Pilot: x1, Accuracy Corrector",
        &[
            "Commander Alozen + Crack Shot + TIE/x1 + Advanced Targeting Computer",
            "Tempest Squadron Pilot + TIE/x1 + Advanced Targeting Computer",
            "Tempest Squadron Pilot + TIE/x1 + Accuracy Corrector",
        ],
    ),
    (
        "1 Guri\n2 Black Sun Vigo\n3 Cartel Spacers",
        &["Guri", "Black Sun Vigo", "Black Sun Vigo", "Cartel Spacer", "Cartel Spacer", "Cartel Spacer"],
    ),
    (
        "Unkar Plutt, Zuvio and 2 Jakku Gunrunners",
        &["Unkar Plutt", "Constable Zuvio", "Jakku Gunrunner", "Jakku Gunrunner"],
    ),
    (
        "Wedge (VI/R2-D2/IA)\nLuke (PTL/R5-P9/IA)\nPorkins\nHobbie + R2",
        &[
            "Wedge Antilles + Veteran Instincts + R2-D2 + Integrated Astromech",
            "Luke Skywalker + Push the Limit + R5-P9 + Integrated Astromech",
            "Jek Porkins",
            "Hobbie Klivian + R2 Astromech",
        ],
    ),
    (
        "A-Wing, Jake Farrell, Push the limit, Proton rockets\nX-Wing, Wedge Antilles, Predator\nX-Wing, Rookie Pilot",
        &["Jake Farrell + Push the Limit + Proton Rockets", "Wedge Antilles + Predator", "Rookie Pilot"],
    ),
    (
        "X-Wing (Wedge Antilles) + Predator\nX-Wing (Rookie Pilot)\nB-Wing (Blue Squadron Pilot) x2",
        &["Wedge Antilles + Predator", "Rookie Pilot", "Blue Squadron Pilot", "Blue Squadron Pilot"],
    ),
    (
        "Firespray (Kath): Gunner, Heavy Laser Cannon\n3 Academies",
        &["Kath Scarlet + Gunner + Heavy Laser Cannon", "Academy Pilot", "Academy Pilot", "Academy Pilot"],
    ),
    (
        "Vader, TIE Advanced, 29\n-Engine Upgrade, 4\n-Cluster Missiles, 4\nHowlrunner, TIE Fighter, 18\nAcademy Pilot, TIE Fighter, 12",
        &["Darth Vader + Engine Upgrade + Cluster Missiles", "Howlrunner", "Academy Pilot"],
    ),
    (
        "Schiff 1: Luke Skywalker (28)\nR2-D2 (4)\nSchiff 2: Wedge Antilles (29)\nSchwarmtaktik (2)\nGesamt: 63 Punkte",
        &["Luke Skywalker + R2-D2", "Wedge Antilles + Swarm Tactics"],
    ),
    (
        "Ship 1: Luke Skywalker\nUpgrade 1: R2-D2\nUpgrade 2: Marksmanship\nShip 2: Biggs Darklighter",
        &["Luke Skywalker + R2-D2 + Marksmanship", "Biggs Darklighter"],
    ),
    (
        "Roark Garnet / Blaster Turret / Recon specialist // Etahn A'baht / R2-D2 / VI",
        &["Roark Garnet + Blaster Turret + Recon Specialist", "Etahn A'baht + R2-D2 + Veteran Instincts"],
    ),
    (
        "Hallo zusammen,\nwas haltet ihr von folgender Liste?\n\nDarth Vader: Veteraneninstinkte, TIE/x1, ATC, Triebwerksupgrade\nSoontir Fel mit Bis an die Grenzen und Autothrusters\n2 Akademiepiloten\nGamma-Staffel Pilot + Protonentorpedos\n\nGruß, Tom",
        &[
            "Darth Vader + Veteran Instincts + TIE/x1 + Advanced Targeting Computer + Engine Upgrade",
            "Soontir Fel + Push the Limit + Autothrusters",
            "Academy Pilot",
            "Academy Pilot",
            "Gamma Squadron Pilot + Proton Torpedoes",
        ],
    ),
    (
        "Liste für Samstag: Soontir Fel mit Bis an die Grenzen, Darth Vader mit Jagdinstinkt, Pilot der Akademie",
        &["Soontir Fel + Push the Limit", "Darth Vader + Predator", "Academy Pilot"],
    ),
    (
        "TIE/fo x2 (Omega Squadron Pilot, Crack Shot, Comm Relay)\nOmega Squadron Pilot (17) + Juke",
        &[
            "Omega Squadron Pilot + Crack Shot + Comm Relay",
            "Omega Squadron Pilot + Crack Shot + Comm Relay",
            "Omega Squadron Pilot + Juke",
        ],
    ),
];

#[test]
fn ships_are_found_as_people_write_them() {
    for (text, ships) in WRITTEN {
        let squad = read(text);
        let found: Vec<Vec<String>> = squad
            .ships
            .iter()
            .map(|ship| {
                let pilot = library().find_pilot(&ship.pilot).map(|card| &*library().pilot(card).name.en);
                let upgrade = |id: &String| {
                    library()
                        .find_upgrade(id)
                        .map_or(id.clone(), |card| library().upgrade(card).name.en.clone())
                };
                let mut names: Vec<String> =
                    ship.upgrades.iter().map(upgrade).map(|name| plain(&name)).collect();
                names.push(plain(pilot.unwrap_or(&ship.pilot)));
                names.sort();
                names
            })
            .collect();
        let meant: Vec<Vec<String>> = ships
            .iter()
            .map(|ship| {
                let mut names: Vec<String> = ship.split(" + ").map(plain).collect();
                names.sort();
                names
            })
            .collect();
        assert_eq!(found, meant, "{text}");
    }
}
