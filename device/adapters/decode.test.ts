/** What every family has to hold, by its fixtures alone: pure, total, and never a plate that was not there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import type { FamilyName } from '#areas/device/model/families.ts';
import { adapters } from './index.ts';
import { digest } from './calls.ts';
import { fixtures } from './fixtures.fixture.ts';
import { comparable } from './messages.fixture.ts';
import { inNetworks } from './networks.ts';
import { readText } from './read.ts';
import { writeGbk } from './gbk.ts';

const LEAST = 12;
const CUTS = 120;

const MIB = 1024 * 1024;
const MOST_MS_A_MIB = 50;
const NOISE = Buffer.from(Array.from({ length: 65_521 }, (_, nth) => Math.imul(nth, 2_654_435_761) >>> 24));

/** What becomes of a message on the way: bytes changed, taken out, doubled, or followed by another message's. */
const mutation = (others: readonly Buffer[]): fc.Arbitrary<(body: Buffer) => Buffer> => {
  const place = fc.nat(1_000_000);
  return fc.oneof(
    fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 12 }).map((changes) => (body: Buffer) => {
      const made = Buffer.from(body);
      for (const [at, byte] of changes) if (made.length > 0) made[at % made.length] = byte;
      return made;
    }),
    fc.tuple(place, fc.nat(400)).map(([at, length]) => (body: Buffer) => {
      const from = at % (body.length + 1);
      return Buffer.concat([body.subarray(0, from), body.subarray(from + length)]);
    }),
    fc.tuple(place, fc.nat(400)).map(([at, length]) => (body: Buffer) => {
      const from = at % (body.length + 1);
      return Buffer.concat([body.subarray(0, from + length), body.subarray(from)]);
    }),
    fc.tuple(place, fc.constantFrom(...others)).map(
      ([at, other]) =>
        (body: Buffer) =>
          Buffer.concat([body.subarray(0, at % (body.length + 1)), other]),
    ),
    fc.uint8Array({ maxLength: 2_000 }).map((bytes) => () => Buffer.from(bytes)),
  );
};

/** As it is written there, in whatever letters and escapes. */
function standsIn(body: Buffer, plate: string): boolean {
  if (plate === '') return true;
  for (const bytes of [plate, plate.toLowerCase()].flatMap((each) => [Buffer.from(each), writeGbk(each)]))
    if (bytes && body.includes(bytes)) return true;
  const text = readText(body);
  const plain = [
    text,
    text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    readText(
      Buffer.from(
        body
          .toString('latin1')
          .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ),
    ),
  ];
  return plain.some((each) =>
    each
      .toUpperCase()
      .replace(/\p{Cc}/gu, '')
      .includes(plate.toUpperCase()),
  );
}

/** Messages that are hard to read, of about so many bytes. */
function heavy(body: Buffer, size: number): readonly (readonly [string, Buffer])[] {
  const full = (unit: string | Buffer): Buffer => Buffer.alloc(size, unit);
  const plate = Math.max(0, body.indexOf('浙'));
  return [
    ['the message again and again', full(body)],
    ['noise', full(NOISE)],
    ...[
      '[',
      '{"a":',
      '"',
      '\\',
      '<a>',
      '<',
      '&',
      '&amp;',
      '%',
      '%4',
      'a=b&',
      '\r\n',
      '\r\n--boundary\r\n\r\n',
      '=',
      '\xff\xd8',
      '浙A12345 ',
    ].map((unit) => [`only ${JSON.stringify(unit)}`, full(unit)] as const),
    ...['[', '<', '&', '%', '\r\n--boundary\r\n'].map(
      (unit) => [`the message and ${JSON.stringify(unit)}`, Buffer.concat([body, full(unit)])] as const,
    ),
    ...['%41', '%', 'A', '-', '_', ' '].map(
      (unit) =>
        [
          `a plate of ${JSON.stringify(unit)}`,
          Buffer.concat([body.subarray(0, plate), full(unit), body.subarray(plate)]),
        ] as const,
    ),
  ];
}

/** Time of this process alone: another one beside it does not count. */
function coreMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

for (const [name, adapter] of Object.entries(adapters)) {
  const own = fixtures[name as FamilyName] ?? [];
  const sends = !(adapter.probe || adapter.lines) || adapter.can.contacts === 'push';
  test(`${name}: what is typed into its page is given in both languages`, () => {
    const steps = adapter.setup({ host: 'park.example.cn', port: 443, path: '/device/x/key', secure: true });
    assert.ok(steps.length >= 5);
    for (const { label } of steps) assert.ok(label.zh !== '' && label.en !== '');
    const hasPath = steps.some(({ value }) => typeof value === 'string' && value.includes('/device/x/key'));
    assert.equal(hasPath, sends);
  });
  if (!sends) continue;
  test(`${name}: there are fixtures enough`, () => assert.ok(own.length >= LEAST, `${own.length}`));
  for (const { name: what, raw, mapping, expected } of own)
    test(`${name}: ${what}`, () =>
      assert.deepEqual(comparable(adapter.decode(raw, { channel: 1, mapping: mapping ?? null }), expected), expected));

  test(`${name}: cut anywhere it never throws, and yields no plate that is not in it (C2)`, () => {
    for (const { raw, name: what, mapping = null } of own) {
      const to = { channel: 1, mapping };
      const plates = new Set(adapter.decode(raw, to).events.map(({ plate }) => plate ?? ''));
      const step = Math.max(1, Math.floor(raw.body.length / CUTS));
      for (let end = 0; end < raw.body.length; end += step)
        for (const event of adapter.decode({ ...raw, body: raw.body.subarray(0, end) }, to).events)
          assert.ok(
            event.plate === undefined || event.plate === '' || plates.has(event.plate),
            `${what} cut at ${end}`,
          );
    }
  });

  test(`${name}: whatever the bytes, it answers`, () => {
    let seed = 7;
    const next = (): number => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff);
    for (const { raw } of own)
      for (let nth = 0; nth < 10; nth += 1) {
        const body = Buffer.from(raw.body.subarray(0, 4_000));
        for (let at = 0; at < 8; at += 1) if (body.length > 0) body[next() % body.length] = next() & 0xff;
        const decoded = adapter.decode({ ...raw, body });
        assert.ok(adapter.reply(raw, decoded, [], { channel: 1 }).status === 200);
      }
  });

  test(`${name}: decode is total and pure, and every plate it yields is in the message (INV-DEV6)`, () => {
    const bodies = own.map(({ raw }) => raw.body);
    fc.assert(
      fc.property(fc.constantFrom(...own), mutation(bodies), ({ raw, mapping = null }, change) => {
        const to = { channel: 1, mapping };
        const body = change(raw.body);
        const before = Buffer.from(body);
        const first = adapter.decode({ ...raw, body }, to);
        assert.deepEqual(adapter.decode({ ...raw, body }, to), first, 'the same again');
        assert.ok(body.equals(before), 'what came is left as it was');
        for (const { plate = '' } of first.events) assert.ok(standsIn(body, plate), `${plate} stands nowhere`);
      }),
      { numRuns: 80, seed: 7 },
    );
  });

  test(`${name}: decode takes at most 50 ms a MiB, whatever comes (INV-DEV6)`, () => {
    const { raw } = own[0]!;
    const size = Math.min(adapter.limits.bodyBytes, MIB);
    for (const [what, body] of heavy(raw.body, size)) {
      const most = (MOST_MS_A_MIB * Math.max(body.length, MIB)) / MIB;
      let ms = Infinity;
      // The least of some counts: the first pays for what is compiled, and for rubbish of others.
      for (let nth = 0; nth < 4 && ms > most; nth += 1)
        ms = Math.min(
          ms,
          coreMs(() => adapter.decode({ ...raw, body })),
        );
      assert.ok(ms <= most, `${what}: ${Math.round(ms)} ms for ${body.length} bytes`);
    }
  });

  test(`${name}: an answer opens only with an opening`, () => {
    const { raw } = own[0]!;
    const decoded = adapter.decode(raw);
    assert.doesNotMatch(adapter.reply(raw, decoded, [], { channel: 1 }).body, /"ok"|gpio_data/);
  });
}

test('every fixture in GBK reads as it does in UTF-8', () => {
  assert.equal(readText(writeGbk('浙A12345，欢迎光临')!), '浙A12345，欢迎光临');
  assert.equal(writeGbk('😀'), null);
});

test('digest as RFC 7616 shows it', () => {
  const challenge = {
    realm: 'http-auth@example.org',
    nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
    qop: true,
    sha: false,
    opaque: 'FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS',
  };
  const call = { method: 'GET', path: '/dir/index.html' } as const;
  const login = { name: 'Mufasa', password: 'Circle of Life' };
  const cnonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ';
  assert.match(digest(challenge, login, call, 1, cnonce), /response="8ca523f5e9506fed4657c9700eebdbec"/);
  assert.match(
    digest({ ...challenge, sha: true }, login, call, 1, cnonce),
    /response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"/,
  );
});

test('an address is in the networks that are named, and in none where they are not', () => {
  assert.equal(inNetworks('10.8.0.21', ['10.8.0.21']), true);
  assert.equal(inNetworks('::ffff:10.8.1.7', ['10.8.1.0/24']), true);
  assert.equal(inNetworks('10.9.0.1', ['10.8.0.0/16', 'fd00::/8']), false);
  assert.equal(inNetworks('fd00::7', ['10.8.0.0/16', 'fd00::/8']), true);
  assert.equal(inNetworks('10.8.0.21', []), false);
});
