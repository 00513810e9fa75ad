/**
 * The play of doors, visitors, guidance and help, a small one, against a server of its own: the rules that hold at any
 * size.
 */
// Runs alone: it starts a server.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openApi } from '#device/simulator/api.ts';
import { isRule } from '#device/simulator/places/figures.ts';
import { PARTS, playPlaces } from '#device/simulator/places/run.ts';
import { sizesOf } from '#device/simulator/places/sizes.ts';
import { randomFrom } from '#device/simulator/random.ts';
import { operator, startServer } from '#test/walks/world.ts';
import type { Running } from '#test/walks/world.ts';

/** As little as says something; neither a code's minute nor a fire is waited for. */
const sizes = { ...sizesOf(0.001), swipesPerSecond: 40, swipeSeconds: 5, leavers: 4, keptCodes: 0, fires: 0 };
const RULES = { doors: 8, visitors: 4, guidance: 5, help: 4 } as const;

let server: Running;
before(async () => {
  server = await startServer();
});
after(() => server?.stop());

for (const part of PARTS)
  test(`${part}: every rule of the play holds, and each was looked at`, async () => {
    const { account, password } = operator;
    const figures = await playPlaces(
      {
        api: await openApi(server.url, account, password),
        url: server.url,
        account,
        password,
        mqtt: server.mqttUrl,
        sizes,
        random: randomFrom('story'),
        mark: part,
        say: () => undefined,
        devices: [],
      },
      [part],
    );
    const rules = figures.filter(isRule);
    assert.deepEqual(
      rules.filter(({ held }) => !held),
      [],
    );
    assert.ok(rules.length >= RULES[part], `${rules.length} rules`);
  });
