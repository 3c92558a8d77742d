// Yardstick of full games: the 17th Edition with plain minions only, hand-written in C, one thread.
//   gcc -O3 -march=native game.c -o game && ./game 100000 5 1 40x2/4 40x2/4
// arguments: games, repetitions, seed, deck of the player who starts, deck of the other; without decks, three
// standard matchups. Prints one JSON line for each matchup: games per second and what happened in the games.
//
// Rules: 35 HP, decks as given, hands of 5, no mulligan. A turn: draw 1 (not on the first turn), sow at most 1
// card, summon (cost: level = SP + HP/2 rounded up; minions enter exhausted), battles, recovery of everybody. A
// battle: attackers are exhausted and a victim is declared, once each in a Battle Phase; the defender may enlist
// unexhausted minions; both teams stand in formation order; dice are used one at a time, piercing included;
// leftover attacking dice hit the victim, or its controller if it is gone. The game ends with a player at 0 HP or
// a draw from an empty deck; then: not having drawn from an empty deck, HP, levels on the field, cards in deck.
//
// Strategy of both players, the same greedy one: sow the most expensive card until the granary holds enough, summon the
// most expensive minions that can be paid, attack the player with everybody if the dice are expected to get through the
// possible blockers, else destroy a minion; block with the toughest until the expected damage is absorbed.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;
enum { DECK = 60, KINDS = 16, START_HP = 35, HAND = 5, TURN_CAP = 1000, GRANARY = 8 };
enum { PLAYER = -1 };
static const u64 GOLD = 0x9E3779B97F4A7C15ull;

typedef struct { int sp, hp, level; } Kind;
typedef struct { int16_t sp, hp; uint8_t kind, exhausted, was_victim, dead; } Minion;
typedef struct {
  int hp, deck, granary, ready, field;  // sizes; `ready`: unexhausted resources
  int was_victim;
  int low, high;                              // the deck's kinds, the most expensive last
  uint8_t deck_cards[DECK], in_hand[KINDS];   // the hand by kind: its order does not matter
  Minion minion[DECK];
} Seat;
typedef struct { Seat seat[2]; u64 random; int turn, decked; } Game;
typedef struct { int64_t first, second, tie, turns, decisions, battles, dice, damage, decked, capped; } Totals;

static Kind kinds[KINDS];
static int kind_count;
static u64 rolls[1 + 6 + 36 + 216 + 1296], destroying[8];
static const int first_roll[5] = {0, 1, 7, 43, 259};
static const u64 roll_count[5] = {1, 6, 36, 216, 1296};

static inline u64 mix(u64 z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}
static inline u64 next(Game *g) { return mix(g->random += GOLD); }
static inline u64 take(u64 *word, u64 n) {
  unsigned __int128 product = (unsigned __int128)*word * n;
  *word = (u64)product;
  return (u64)(product >> 64);
}

static void fill_tables(void) {
  for (int k = 0; k <= 4; k++)
    for (u64 roll = 0; roll < roll_count[k]; roll++) {
      u64 packed = 0, rest = roll;
      for (int i = 0; i < k; i++, rest /= 6) packed += (1ull << 8 * (rest % 6)) + ((rest % 6 + 1) << 48);
      rolls[first_roll[k] + roll] = packed;
    }
  for (int hp = 0; hp < 8; hp++)
    for (int face = 0; face < 6; face++)
      if (face + 1 >= hp) destroying[hp] |= 0xFFull << 8 * face;
}

static u64 roll(Game *g, int dice) {
  u64 packed = 0, word;
  for (; dice > 0; dice -= 16) {
    word = next(g);
    int now = dice < 16 ? dice : 16;
    for (; now >= 4; now -= 4) packed += rolls[259 + take(&word, 1296)];
    if (now) packed += rolls[first_roll[now] + take(&word, roll_count[now])];
  }
  return packed;
}

// ---- strategy ------------------------------------------------------------------------------------------------
static int choose_sow(const Seat *me) {
  if (me->granary < GRANARY)
    for (int kind = me->high - 1; kind >= me->low; kind--)
      if (me->in_hand[kind]) return kind;
  return -1;
}

static int choose_summon(const Seat *me) {
  for (int kind = me->high - 1; kind >= me->low; kind--)
    if (me->in_hand[kind] && kinds[kind].level <= me->ready) return kind;
  return -1;
}

static int choose_attack(const Seat *me, const Seat *enemy, uint8_t *team, int *victim) {
  int n = 0, sp = 0, blockers = 0;
  for (int i = 0; i < me->field; i++)
    if (!me->minion[i].exhausted && me->minion[i].sp > 0) { team[n++] = (uint8_t)i; sp += me->minion[i].sp; }
  if (!n) return 0;
  for (int i = 0; i < enemy->field; i++)
    if (!enemy->minion[i].exhausted) blockers += enemy->minion[i].hp;
  *victim = PLAYER;
  if (!enemy->was_victim && 7 * sp > 2 * blockers) return n;
  int weakest = -1;
  for (int i = 0; i < enemy->field; i++)
    if (!enemy->minion[i].was_victim && (weakest < 0 || enemy->minion[i].hp < enemy->minion[weakest].hp)) weakest = i;
  if (weakest < 0) return 0;
  int needed = 2 * enemy->minion[weakest].hp + 7, size = 0;
  sp = 0;
  while (size < n && 7 * sp < needed) sp += me->minion[team[size++]].sp;
  *victim = weakest;
  return 7 * sp >= needed ? size : 0;
}

static void toughest_first(const Seat *me, uint8_t *team, int n) {
  for (int i = 1; i < n; i++) {
    uint8_t moving = team[i];
    int j = i;
    for (; j > 0 && me->minion[team[j - 1]].hp < me->minion[moving].hp; j--) team[j] = team[j - 1];
    team[j] = moving;
  }
}

static int choose_block(const Seat *me, int attack_dice, int victim, uint8_t *team) {
  int n = 0, size = 0, absorbed = 0, lethal = victim == PLAYER && 7 * attack_dice >= 2 * me->hp;
  for (int i = 0; i < me->field; i++)
    if (!me->minion[i].exhausted && (me->minion[i].hp > 0 || lethal)) team[n++] = (uint8_t)i;
  toughest_first(me, team, n);
  while (size < n && 7 * attack_dice > 2 * absorbed) absorbed += me->minion[team[size++]].hp;
  return size;
}

static inline int choose_die(u64 dice, int hp) {  // bit offset of the face
  u64 good = dice & destroying[hp < 7 ? hp : 7];
  return (good ? __builtin_ctzll(good) : 63 - __builtin_clzll(dice)) & ~7;
}

// ---- rules ---------------------------------------------------------------------------------------------------
static int inflict(u64 rolled, Seat *enemy, const uint8_t *team, int n, int *piercing) {  // returns leftover dice
  u64 dice = rolled & 0xFFFFFFFFFFFFull;
  int left = (int)(rolled >> 48), place = 0, pierced = 0;
  while (dice && place < n) {
    Minion *front = &enemy->minion[team[place]];
    int bit = choose_die(dice, front->hp), die = (bit >> 3) + 1;
    dice -= 1ull << bit;
    left -= die;
    if (die >= front->hp) { pierced += die - front->hp; front->dead = 1; place++; }
    else front->hp -= (int16_t)die;
  }
  *piercing = pierced;
  return place == n ? left : 0;
}

static void bury_the_dead(Seat *seat) {
  int kept = 0;
  for (int i = 0; i < seat->field; i++)
    if (!seat->minion[i].dead) { if (kept != i) seat->minion[kept] = seat->minion[i]; kept++; }
  seat->field = kept;
}

static inline void lose(Seat *seat, int damage, Totals *t) {
  seat->hp = seat->hp > damage ? seat->hp - damage : 0;
  t->damage += damage;
}

static void fight(Game *g, Seat *me, Seat *enemy, uint8_t *attack, int n, int victim, Totals *t) {
  uint8_t defense[DECK];
  int attack_dice = 0, defense_dice = 0, pierced, pierced_back;
  toughest_first(me, attack, n);
  for (int i = 0; i < n; i++) { me->minion[attack[i]].exhausted = 1; attack_dice += me->minion[attack[i]].sp; }
  if (victim == PLAYER) enemy->was_victim = 1; else enemy->minion[victim].was_victim = 1;
  int m = choose_block(enemy, attack_dice, victim, defense);
  for (int i = 0; i < m; i++) { enemy->minion[defense[i]].exhausted = 1; defense_dice += enemy->minion[defense[i]].sp; }
  t->decisions += 2 + (m > 0);  // formation, block, formation
  u64 rolled = roll(g, attack_dice), rolled_back = roll(g, defense_dice);
  int left = inflict(rolled, enemy, defense, m, &pierced);
  inflict(rolled_back, me, attack, n, &pierced_back);
  if (left && victim != PLAYER && !enemy->minion[victim].dead) {
    Minion *hit = &enemy->minion[victim];
    if (left >= hit->hp) { pierced += left - hit->hp; hit->dead = 1; } else hit->hp -= (int16_t)left;
  } else pierced += left;
  lose(enemy, pierced, t);
  lose(me, pierced_back, t);
  bury_the_dead(me);
  bury_the_dead(enemy);
  t->battles++;
  t->dice += attack_dice + defense_dice;
}

static int draw(Seat *me) {
  if (!me->deck) return 0;
  me->in_hand[me->deck_cards[--me->deck]]++;
  return 1;
}

static void set_up(Game *g, const uint8_t *decks[2], const int sizes[2], int split, u64 seed, u64 number) {
  memset(g, 0, sizeof *g);
  g->random = mix(seed + GOLD * (number + 1));
  g->decked = -1;
  for (int side = 0; side < 2; side++) {
    Seat *me = &g->seat[side];
    me->hp = START_HP;
    me->deck = sizes[side];
    me->low = side ? split : 0;
    me->high = side ? kind_count : split;
    memcpy(me->deck_cards, decks[side], (size_t)sizes[side]);
    for (int i = me->deck - 1; i > 0; i--) {
      u64 word = next(g);
      int j = (int)take(&word, (u64)i + 1);
      uint8_t card = me->deck_cards[i];
      me->deck_cards[i] = me->deck_cards[j];
      me->deck_cards[j] = card;
    }
    for (int i = 0; i < HAND; i++) draw(me);
  }
}

static void play(Game *g, Totals *t) {
  uint8_t team[DECK];
  int victim, n, kind;
  for (; g->turn < TURN_CAP; g->turn++) {
    Seat *me = &g->seat[g->turn & 1], *enemy = &g->seat[!(g->turn & 1)];
    if (g->turn && !draw(me)) { g->decked = g->turn & 1; break; }
    t->decisions++;
    if ((kind = choose_sow(me)) >= 0) { me->in_hand[kind]--; me->granary++; me->ready++; }
    while (t->decisions++, (kind = choose_summon(me)) >= 0) {
      me->in_hand[kind]--;
      me->ready -= kinds[kind].level;
      me->minion[me->field++] = (Minion){(int16_t)kinds[kind].sp, (int16_t)kinds[kind].hp, (uint8_t)kind, 1, 0, 0};
    }
    while (t->decisions++, (n = choose_attack(me, enemy, team, &victim)) > 0) {
      fight(g, me, enemy, team, n, victim, t);
      if (!me->hp || !enemy->hp) goto over;
    }
    for (int side = 0; side < 2; side++) {
      Seat *seat = &g->seat[side];
      seat->ready = seat->granary;
      seat->was_victim = 0;
      for (int i = 0; i < seat->field; i++) {
        Minion *one = &seat->minion[i];
        one->hp = (int16_t)kinds[one->kind].hp;
        one->exhausted = one->was_victim = 0;
      }
    }
  }
over:;
  int levels[2] = {0, 0}, winner = -1;
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < g->seat[side].field; i++) levels[side] += kinds[g->seat[side].minion[i].kind].level;
  const Seat *a = &g->seat[0], *b = &g->seat[1];
  if (g->decked >= 0) winner = !g->decked;
  else if (a->hp != b->hp) winner = a->hp < b->hp;
  else if (levels[0] != levels[1]) winner = levels[0] < levels[1];
  else if (a->deck != b->deck) winner = a->deck < b->deck;
  if (winner == 0) t->first++; else if (winner == 1) t->second++; else t->tie++;
  t->turns += g->turn + 1;
  t->decked += g->decked >= 0;
  t->capped += g->turn == TURN_CAP;
}

static int read_deck(const char *text, uint8_t *deck) {  // "20x1/2+20x2/4", cheapest first
  int size = 0, count, sp, hp, used;
  for (const char *at = text; *at; at += used, at += *at == '+') {
    if (sscanf(at, "%dx%d/%d%n", &count, &sp, &hp, &used) != 3) return 0;
    if (count < 1 || sp < 0 || hp < 0 || sp > 99 || hp > 999 || size + count > DECK || kind_count == KINDS) return 0;
    kinds[kind_count] = (Kind){sp, hp, sp + (hp + 1) / 2};
    if (size && kinds[kind_count].level < kinds[kind_count - 1].level) return 0;
    memset(deck + size, kind_count++, (size_t)count);
    size += count;
  }
  return size >= HAND ? size : 0;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}
static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static int measure(const char *first, const char *second, int64_t games, int repeats, u64 seed) {
  uint8_t cards[2][DECK];
  kind_count = 0;
  const int first_size = read_deck(first, cards[0]), split = kind_count;
  const int sizes[2] = {first_size, read_deck(second, cards[1])};
  if (!sizes[0] || !sizes[1]) {
    fprintf(stderr, "a deck is written as 20x1/2+20x2/4, cheapest first, 5 to %d cards, %d kinds in all\n", DECK, KINDS);
    return 2;
  }
  const uint8_t *decks[2] = {cards[0], cards[1]};
  double seconds[99];
  Totals t;
  Game g;
  for (int r = -1; r < repeats; r++) {  // the first one warms up
    memset(&t, 0, sizeof t);
    double begin = now();
    int64_t n = r < 0 ? games / 8 + 1 : games;
    for (int64_t number = 0; number < n; number++) { set_up(&g, decks, sizes, split, seed, (u64)number); play(&g, &t); }
    if (r >= 0) seconds[r] = now() - begin;
  }
  qsort(seconds, (size_t)repeats, sizeof *seconds, ascending);
  double median = seconds[repeats / 2], n = (double)games;
  printf("{\"first\": \"%s\", \"second\": \"%s\", \"games\": %lld, \"games_per_s\": %.6g, \"decisions_per_s\": %.6g, "
         "\"best\": %.6g, \"first_wins\": %.5f, \"ties\": %.5f, \"turns\": %.3f, \"decisions\": %.3f, \"battles\": %.3f, "
         "\"dice\": %.3f, \"damage\": %.3f, \"empty_deck\": %.5f, \"capped\": %.5f}\n",
         first, second, (long long)games, n / median, (double)t.decisions / median, n / seconds[0], (double)t.first / n,
         (double)t.tie / n, (double)t.turns / n, (double)t.decisions / n, (double)t.battles / n, (double)t.dice / n,
         (double)t.damage / n, (double)t.decked / n, (double)t.capped / n);
  fflush(stdout);
  return 0;
}

int main(int argc, char **argv) {
  int64_t games = argc > 1 ? atoll(argv[1]) : 100000;
  int repeats = argc > 2 ? atoi(argv[2]) : 5;
  u64 seed = argc > 3 ? strtoull(argv[3], 0, 10) : 1;
  if (games < 1 || repeats < 1 || repeats > 99 || argc == 5 || argc > 6) {
    fprintf(stderr, "usage: game [games] [repeats 1..99] [seed] [deck deck]\n");
    return 2;
  }
  fill_tables();
  if (argc == 6) return measure(argv[4], argv[5], games, repeats, seed);
  static const char *const standard[][2] = {
    {"40x2/4", "40x2/4"}, {"40x1/0", "40x2/4"}, {"10x1/0+10x1/2+10x2/4+10x4/6", "10x1/0+10x1/2+10x2/4+10x4/6"}};
  for (size_t i = 0; i < sizeof standard / sizeof *standard; i++)
    if (measure(standard[i][0], standard[i][1], games, repeats, seed)) return 2;
  return 0;
}
