import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { otherChannels } from '#areas/billing/model/words.ts';
import { configure } from '#kit/server/setting.ts';
import { AllinpayStand } from '#test/providers/allinpay.ts';
import { readAllinpayBill } from './allinpay.ts';
import { ChannelFault } from './channel.ts';
import type { Letter, Terms } from './channel.ts';
import { channelNamed } from './channels.ts';
import { signedForm, signForm, sm2PrivateKeyOf, sm2PublicKeyOf } from './form-sign.ts';
import type { SignKeys } from './form-sign.ts';
import { wayOfCode } from './merchant.ts';
import { reach } from './reach.ts';

const stands = (['SM2', 'RSA', 'MD5'] as const).map((type) => new AllinpayStand(type));
const closing: (() => Promise<void>)[] = [];
before(async () => {
  for (const stand of stands) closing.push(await stand.start());
});
after(async () => {
  configure(reach.as({ ...reach.value(), allinpay: null }));
  for (const close of closing) await close();
});

const keysOf = (stand: AllinpayStand): SignKeys =>
  stand.type === 'MD5'
    ? { type: 'MD5', key: stand.key }
    : { type: stand.type, privateKey: stand.app.privateKey, publicKey: stand.own.publicKey };
const termsOf = (stand: AllinpayStand, keys = keysOf(stand)): Terms => ({
  database: null as never,
  merchant: {
    channel: 'allinpay',
    ref: 'a',
    configId: 'a',
    tenantId: 1,
    companyId: 'c',
    merchantNo: stand.merchantNo,
    appId: stand.appId,
    keys,
    terminalNo: '10000001',
  },
});
const channel = channelNamed('allinpay')!;
const trade = { tradeNo: '7-AZq5l3rZcAC0pM6R0vYxLg', amountFen: 1_505, at: Date.now(), subject: '停车费 京A70001' };
const letter = (form: Record<string, string>): Letter => ({
  body: Buffer.from(new URLSearchParams(form).toString()),
  header: () => null,
});

test('every channel that can be chosen has an adapter', () => {
  for (const name of Object.keys(otherChannels)) assert.equal(channelNamed(name)?.name, name);
});

test('an MD5 signature takes the key among the sorted parameters and leaves out what is empty', () => {
  const keys = { type: 'MD5', key: '43df939f1e7f5c6909b3f4b63f893994' } as const;
  const form = { cusid: '990440148166000', appid: '00000000', trxamt: '1', body: '', reqsn: 'a1' };
  // md5('appid=00000000&cusid=990440148166000&key=43df939f1e7f5c6909b3f4b63f893994&reqsn=a1&trxamt=1')
  assert.equal(signForm(form, keys, { name: 'x' }), '1868A241EE1E78811CAB28C1804AC0C5');
});

test('SM2 keys are read from PEM and from hex, and another curve’s are refused', () => {
  const [sm, rsa] = [stands[0]!, stands[1]!];
  const secret = sm2PrivateKeyOf(sm.app.privateKey);
  assert.equal(sm2PrivateKeyOf(secret.toUpperCase()), secret);
  assert.equal(sm2PublicKeyOf(sm2PublicKeyOf(sm.own.publicKey)), sm2PublicKeyOf(sm.own.publicKey));
  assert.throws(() => sm2PrivateKeyOf(rsa.app.privateKey), /not an SM2 private key/);
  assert.throws(() => sm2PublicKeyOf(rsa.own.publicKey), /not an SM2 public key/);
});

for (const stand of stands) {
  test(`${stand.type}: ordered, queried, refunded in parts and notified, with valid signatures on both sides`, async () => {
    configure(reach.as({ ...reach.value(), allinpay: stand.url }));
    const terms = termsOf(stand);
    await channel.test(terms);
    assert.deepEqual(await channel.query([trade.tradeNo], terms), []);
    const code = await channel.prepay(trade, { form: 'code' }, terms);
    assert.match('code' in code ? code.code : '', /\/code\/42/);
    assert.equal((await channel.query([trade.tradeNo], terms))[0]!.state, 'pending');
    stand.pay(trade.tradeNo);
    const [status] = await channel.query([trade.tradeNo], terms);
    assert.deepEqual([status!.state, status!.amountFen], ['paid', 1_505]);
    const ask = { refundNo: '7-refund', tradeNo: trade.tradeNo, amountFen: 709, totalFen: 1_505 };
    assert.equal(await channel.refundQuery(ask, terms), null);
    for (let nth = 0; nth < 2; nth += 1) assert.equal((await channel.refund(ask, terms)).state, 'done');
    assert.equal((await channel.refundQuery(ask, terms))!.state, 'done');
    assert.deepEqual(
      [...stand.refunds.values()].map(({ amountFen }) => amountFen),
      [709],
    );
    assert.deepEqual(stand.refused, []);
    await assert.rejects(channel.close(trade.tradeNo, terms), (fault: ChannelFault) => fault.status === 200);
  });

  test(`${stand.type}: a notice changed in any value, of another app or another merchant is not believed`, () => {
    const terms = termsOf(stand);
    const words = {
      appid: stand.appId,
      cusid: stand.merchantNo,
      cusorderid: trade.tradeNo,
      trxid: '112094120001088317',
      trxstatus: '0000',
      trxamt: '1405',
      initamt: '1505',
      paytime: '20260501093000',
      signtype: stand.type,
    };
    const signed = stand.sign(words);
    const right = channel.verifyNotice(letter(signed), terms.merchant)!;
    assert.deepEqual(right, {
      status: {
        tradeNo: trade.tradeNo,
        state: 'paid',
        amountFen: 1_505,
        at: Date.parse('2026-05-01T09:30:00+08:00'),
        channelNo: '112094120001088317',
      },
      signatureRight: true,
    });
    for (const [name, value] of Object.entries({
      initamt: '1',
      cusorderid: '7-x',
      trxid: '1',
      paytime: '20260501093001',
    }))
      assert.equal(channel.verifyNotice(letter({ ...signed, [name]: value }), terms.merchant)!.signatureRight, false);
    for (const other of [{ appid: '00000157' }, { cusid: '1' }])
      assert.equal(
        channel.verifyNotice(letter(stand.sign({ ...words, ...other })), terms.merchant)!.signatureRight,
        false,
      );
    assert.equal(channel.verifyNotice(letter(stand.sign(words, true)), terms.merchant)!.signatureRight, false);
    assert.equal(channel.verifyNotice(letter({ ...signed, sign: '' }), terms.merchant)!.signatureRight, false);
    assert.equal(channel.verifyNotice(letter({ trxstatus: '0000' }), terms.merchant), null);
  });

  test(`${stand.type}: an answer that somebody else signed is no answer`, async () => {
    configure(reach.as({ ...reach.value(), allinpay: stand.url }));
    const stranger = new AllinpayStand(stand.type);
    const keys: SignKeys =
      stand.type === 'MD5'
        ? { type: 'MD5', key: 'another' }
        : { ...keysOf(stand), type: stand.type, privateKey: stand.app.privateKey, publicKey: stranger.own.publicKey };
    await assert.rejects(channel.query([trade.tradeNo], termsOf(stand, keys)), ChannelFault);
    assert.equal(signedForm(stand.sign({ a: '1' }), keysOf(stand), { name: 'Allinpay' }), true);
  });
}

test('a bill is read by its columns’ order or by its headings, and lines of other apps are not ours', () => {
  const cells = Array.from({ length: 34 }, () => '');
  Object.assign(cells, {
    3: '09:30:01',
    4: '微信支付',
    12: '14.05',
    14: '2026-05-01',
    15: '112',
    16: 'our-1',
    18: 'A',
    19: '15.05',
  });
  const [plain, back, other] = [[...cells], [...cells], [...cells]];
  Object.assign(back, { 4: '微信支付退货', 12: '7.09', 16: 'our-2', 19: '' });
  Object.assign(other, { 16: 'theirs', 18: 'B' });
  const lines = [plain, back, other].map((each) => each.join(',')).join('\r\n');
  const read = readAllinpayBill(lines, 'A');
  assert.deepEqual(
    read.map(({ kind, number, amountFen }) => [kind, number, amountFen]),
    [
      ['payment', 'our-1', 1_505],
      ['refund', 'our-2', 709],
    ],
  );
  assert.equal(read[0]!.at, Date.parse('2026-05-01T09:30:01+08:00'));
  assert.deepEqual(
    readAllinpayBill(
      '订单号,交易单号,交易类型,交易金额,交易日期,交易时间\nour-3,5,云闪付,3.00,2026-05-01,10:00:00',
      'A',
    ).map(({ number, amountFen }) => [number, amountFen]),
    [['our-3', 300]],
  );
});

test('a pay code goes to its wallet’s own account, else to the aggregator, which takes all of them', () => {
  const [wechat, other] = [
    { channel: 'wechat', merchantRef: 'w' },
    { channel: 'allinpay', merchantRef: 'o' },
  ];
  assert.equal(wayOfCode([wechat, other], '134567890123456789'), wechat);
  assert.equal(wayOfCode([wechat, other], '284567890123456789'), other);
  assert.equal(wayOfCode([wechat, other], '624567890123456789'), other);
  assert.equal(wayOfCode([wechat, other], '994567890123456789'), null);
  assert.equal(wayOfCode([wechat], '284567890123456789'), null);
});
