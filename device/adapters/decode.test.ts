/** What every family has to hold, by its fixtures alone: pure, total, and never a plate that was not there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { relayFamilies } from '#areas/device/model/families.ts';
import type { FamilyName } from '#areas/device/model/families.ts';
import { adapters } from './index.ts';
import { digest } from './calls.ts';
import { fixtures } from './fixtures.fixture.ts';
import { told } from './messages.fixture.ts';
import { inNetworks } from './networks.ts';
import { readText } from './read.ts';
import { writeGbk } from './gbk.ts';

const LEAST = 12;
const CUTS = 120;

for (const [name, adapter] of Object.entries(adapters)) {
  const own = fixtures[name as FamilyName] ?? [];
  test(`${name}: what is typed into its page is said in both languages`, () => {
    const steps = adapter.setup({ host: 'park.example.cn', port: 443, path: '/device/x/key', secure: true });
    assert.ok(steps.length >= 5);
    for (const { label } of steps) assert.ok(label.zh !== '' && label.en !== '');
    const says = steps.some(({ value }) => typeof value === 'string' && value.startsWith('/device/x/key'));
    assert.equal(says, !relayFamilies.includes(name as FamilyName));
  });
  if (relayFamilies.includes(name as FamilyName)) continue;
  test(`${name}: there are fixtures enough`, () => assert.ok(own.length >= LEAST, `${own.length}`));
  for (const { name: what, raw, heard } of own)
    test(`${name}: ${what}`, () => assert.deepEqual(told(adapter.decode(raw), heard), heard));

  test(`${name}: cut anywhere it never throws, and says no plate that does not stand there (C2)`, () => {
    for (const { raw, name: what } of own) {
      const plates = new Set(adapter.decode(raw).events.map(({ plate }) => plate ?? ''));
      const step = Math.max(1, Math.floor(raw.body.length / CUTS));
      for (let end = 0; end < raw.body.length; end += step)
        for (const event of adapter.decode({ ...raw, body: raw.body.subarray(0, end) }).events)
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
        const heard = adapter.decode({ ...raw, body });
        assert.ok(adapter.reply(raw, heard, [], { channel: 1 }).status === 200);
      }
  });

  test(`${name}: an answer opens only with an opening`, () => {
    const { raw } = own[0]!;
    const heard = adapter.decode(raw);
    assert.doesNotMatch(adapter.reply(raw, heard, [], { channel: 1 }).body, /"ok"|gpio_data/);
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
