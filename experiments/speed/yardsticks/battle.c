// Yardstick of the battle kernel: the same battles in C, dice as packed histograms of faces, one thread.
//   gcc -O3 -march=native battle.c -o battle && ./battle 4000000 5 12345
// prints one JSON line for each line-up: battles per second (best and median of the repetitions) and sums to compare.
//
// Two ways of keeping the score: "sums" adds five totals in registers; "counts" counts every outcome of every side
// in a table, as the kernel does, from which all distributions follow.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TEAM 8
#define BLOCK 512
typedef uint64_t u64;
typedef int64_t i64;

static const u64 GOLD = 0x9E3779B97F4A7C15ull;
static u64 rolls[1 + 6 + 36 + 216 + 1296], destroying[8];
static const int first_roll[5] = {0, 1, 7, 43, 259};
static const u64 roll_count[5] = {1, 6, 36, 216, 1296};

typedef struct {
  const char *name;
  int attackers, defenders, attack_dice, defense_dice;
  int attacker_hp[TEAM], defender_hp[TEAM];
} Lineup;

typedef struct { i64 leftover, piercing_a, piercing_d, kills_a, kills_d; } Sums;
typedef struct { int first[TEAM + 1], width[TEAM + 1], cells; } Cells;

static inline u64 mix(u64 z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

static inline u64 take(u64 *word, u64 n) {  // a number below n, the rest stays in the word
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

static inline u64 roll(int dice, u64 *state) {
  u64 packed = 0, word;
  for (; dice >= 16; dice -= 16) {
    word = mix(*state += GOLD);
    for (int i = 0; i < 4; i++) packed += rolls[259 + take(&word, 1296)];
  }
  if (dice) {
    word = mix(*state += GOLD);
    for (; dice >= 4; dice -= 4) packed += rolls[259 + take(&word, 1296)];
    if (dice) packed += rolls[first_roll[dice] + take(&word, roll_count[dice])];
  }
  return packed;
}

// returns the HP of the front minion, or the leftover sum once all are destroyed
static inline int allocate(u64 rolled, const int *hp, int team, int *destroyed, int *piercing) {
  u64 dice = rolled & 0xFFFFFFFFFFFFull;
  int sum = (int)(rolled >> 48), used = 0, pierced = 0, k = 0, front;
  if (!team) { *destroyed = 0; *piercing = 0; return sum; }
  front = hp[0];
  while (dice) {
    u64 good = dice & destroying[front < 7 ? front : 7];
    int bit = (good ? __builtin_ctzll(good) : 63 - __builtin_clzll(dice)) & ~7, die = (bit >> 3) + 1;
    dice -= 1ull << bit;
    used += die;
    if (good) {
      pierced += die - front;
      if (++k == team) { front = sum - used; break; }
      front = hp[k];
    } else front -= die;
  }
  *destroyed = k; *piercing = pierced;
  return front;
}

static inline int words(int dice) { return (dice + 15) / 16; }

static Sums fight_sums(const Lineup *l, i64 n, u64 seed) {
  Sums s = {0};
  u64 step = GOLD * (u64)(words(l->attack_dice) + words(l->defense_dice)), start = seed;
  for (i64 i = 0; i < n; i++, start += step) {
    u64 state = start;
    int k, pierced, rest = allocate(roll(l->attack_dice, &state), l->defender_hp, l->defenders, &k, &pierced);
    s.kills_a += k; s.piercing_a += pierced; s.leftover += k == l->defenders ? rest : 0;
    allocate(roll(l->defense_dice, &state), l->attacker_hp, l->attackers, &k, &pierced);
    s.kills_d += k; s.piercing_d += pierced;
  }
  return s;
}

static Cells cells_of(const int *hp, int team, int dice) {
  Cells c = {.cells = 0};
  int most = 0;
  for (int k = 0; k <= team; k++) {
    c.first[k] = c.cells;
    c.width[k] = (k == team ? 6 * dice : hp[k]) + 1;
    c.cells += (most + 1) * c.width[k];
    if (k < team) most += hp[k] > 0 ? 5 : 6;
  }
  return c;
}

static Sums fight_counts(const Lineup *l, i64 n, u64 seed) {
  Cells a = cells_of(l->defender_hp, l->defenders, l->attack_dice), d = cells_of(l->attacker_hp, l->attackers, l->defense_dice);
  i64 *a_out = calloc(a.cells, sizeof *a_out), *d_out = calloc(d.cells, sizeof *d_out);
  u64 step = GOLD * (u64)(words(l->attack_dice) + words(l->defense_dice)), start = seed;
  uint32_t a_cell[BLOCK], d_cell[BLOCK];
  for (i64 done = 0; done < n; done += BLOCK) {
    int battles = n - done < BLOCK ? (int)(n - done) : BLOCK;
    for (int i = 0; i < battles; i++, start += step) {  // counting apart: its store-load chains hold up the dice
      u64 state = start;
      int k, pierced, rest = allocate(roll(l->attack_dice, &state), l->defender_hp, l->defenders, &k, &pierced);
      a_cell[i] = a.first[k] + pierced * a.width[k] + rest;
      if (l->defense_dice) {
        rest = allocate(roll(l->defense_dice, &state), l->attacker_hp, l->attackers, &k, &pierced);
        d_cell[i] = d.first[k] + pierced * d.width[k] + rest;
      }
    }
    for (int i = 0; i < battles; i++) a_out[a_cell[i]]++;
    if (l->defense_dice) for (int i = 0; i < battles; i++) d_out[d_cell[i]]++;
  }
  Sums s = {0};
  for (int side = 0; side < 2; side++) {
    const Cells *c = side ? &d : &a;
    const i64 *out = side ? d_out : a_out;
    int team = side ? l->attackers : l->defenders, k = 0;
    for (int cell = 0; cell < c->cells; cell++) {
      while (k < team && cell >= c->first[k + 1]) k++;
      i64 pierced = (cell - c->first[k]) / c->width[k], rest = (cell - c->first[k]) % c->width[k];
      if (side) { s.kills_d += out[cell] * k; s.piercing_d += out[cell] * pierced; }
      else { s.kills_a += out[cell] * k; s.piercing_a += out[cell] * pierced; if (k == team) s.leftover += out[cell] * rest; }
    }
  }
  free(a_out); free(d_out);
  return s;
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

int main(int argc, char **argv) {
  i64 n = argc > 1 ? atoll(argv[1]) : 4000000;
  int repeats = argc > 2 ? atoi(argv[2]) : 5;
  u64 seed = argc > 3 ? strtoull(argv[3], 0, 10) : 12345;
  if (repeats < 1 || repeats > 99 || n < 1) { fprintf(stderr, "usage: battle [battles] [repeats 1..99] [seed]\n"); return 2; }
  fill_tables();
  const Lineup lineups[] = {
    {"2/4 vs nothing", 1, 0, 2, 0, {4}, {0}},
    {"4/6+2/4 vs 1/10+2/4", 2, 2, 6, 3, {6, 4}, {10, 4}},
    {"3/6 vs 2/8", 1, 1, 3, 2, {6}, {8}},
    {"4x2/4 vs 4x2/4", 4, 4, 8, 8, {4, 4, 4, 4}, {4, 4, 4, 4}},
    {"8x2/4 vs 8x2/4", 8, 8, 16, 16, {4, 4, 4, 4, 4, 4, 4, 4}, {4, 4, 4, 4, 4, 4, 4, 4}},
  };
  Sums (*const ways[])(const Lineup *, i64, u64) = {fight_sums, fight_counts};
  const char *const names[] = {"sums", "counts"};
  for (size_t l = 0; l < sizeof lineups / sizeof *lineups; l++)
    for (int way = 0; way < 2; way++) {
      double seconds[99];
      Sums s = ways[way](&lineups[l], n / 8 + 1, seed);  // warm up
      for (int r = 0; r < repeats; r++) {
        double begin = now();
        s = ways[way](&lineups[l], n, seed);
        seconds[r] = now() - begin;
      }
      qsort(seconds, repeats, sizeof *seconds, ascending);
      printf("{\"lineup\": \"%s\", \"score\": \"%s\", \"battles\": %lld, \"battles_per_s\": %.6g, \"best\": %.6g, "
             "\"leftover\": %lld, \"piercing_attackers\": %lld, \"piercing_defenders\": %lld, "
             "\"kills_attackers\": %lld, \"kills_defenders\": %lld}\n",
             lineups[l].name, names[way], (long long)n, n / seconds[repeats / 2], n / seconds[0], (long long)s.leftover,
             (long long)s.piercing_a, (long long)s.piercing_d, (long long)s.kills_a, (long long)s.kills_d);
      fflush(stdout);
    }
  return 0;
}
