/** A contract partner as two people enter it, and what the channel paid it of a payment, called back again. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { profitShare, queryShare } from '#areas/fund/model/profit-share.ts';
import { shareReceiver } from '#areas/fund/model/share-receiver.ts';
import { receiverStates, shareKinds, shareStates } from '#areas/fund/model/words.ts';
import { shareRound } from '#areas/fund/server/door.ts';
import { openExit } from '#test/providers/at-the-exit.fixture.ts';
import type { Exit } from '#test/providers/at-the-exit.fixture.ts';
import { inForce } from '#test/providers/in-force.fixture.ts';
import { WechatStand } from '#test/providers/wechat.ts';
import { inTurn } from '#test/turns.ts';
import { openDesk } from './desk.ts';
import type { Desk } from './desk.ts';
import { photographed } from './world.ts';

const AHEAD_MS = 120_000;
const numbers = { zh: '1900000301', en: '1900000302' } as const;
const partners = { zh: '物业合作方', en: 'Landlord' } as const;
const bank = new WechatStand();
let desk: Desk;
let exit: Exit;
let close: () => Promise<void>;

before(async () => {
  close = await bank.start();
  bank.sharing.aheadMs = AHEAD_MS;
  desk = await openDesk();
  exit = await openExit(desk.product, 'wechat', bank.url, (companyId) =>
    inForce(desk.product, '/api/updown/wxApiConfig/submit', { companyId, ...bank.config }).then(() => undefined),
  );
  await desk.product.must('POST', '/api/updown/plat/cashoutset/submit', {
    companyId: desk.product.companies.child,
    mode: 'split',
    payeeName: '安泊停车',
    bankName: '招商银行',
    accountNo: '6214830112345678',
    cycle: 'daily',
  });
});
after(async () => {
  await desk?.close();
  await close?.();
});

const round = () => shareRound(desk.product.database, new Date(Date.now() + AHEAD_MS));

for (const lang of inTurn('a partner that is paid by the channel', ['zh', 'en'] as const))
  test(`a partner is entered by one person and confirmed by another, paid by the channel, and gives back (${lang})`, async () => {
    const [number, partner] = [numbers[lang], partners[lang]];
    const [clerk, second] = [await desk.sits(desk.clerk, lang), await desk.sits(desk.operator, lang)];
    const confirm = shareReceiver.lifecycle!.actions['confirm']!;
    const stop = shareReceiver.lifecycle!.actions['stop']!;
    const callBack = profitShare.lifecycle!.actions['callBack']!;
    await photographed(clerk.page, `profit-share-${lang}`, async () => {
      await clerk.goes(shareReceiver);
      await clerk.adds(shareReceiver, {
        companyId: '安泊停车一公司',
        title: partner,
        accountNo: number,
        accountName: '安居物业管理有限公司',
        shareBp: 1500,
        validFrom: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
      });
      await clerk.reads(partner, receiverStates.drafted[lang]);
      await second.goes(shareReceiver);
      await second.does(partner, confirm.label, confirm.ask, { accountNo: number });
      await second.reads(partner, receiverStates.confirmed[lang]);
      await round();
      await second.goes(shareReceiver);
      await second.reads(partner, receiverStates.registered[lang], number, '15');
      await second.page.screenshot({ path: `shots/profit-share-receiver-${lang}.png` });

      const orderId = await exit.paidAndGone(bank);
      bank.sharing.slow = true;
      await round();
      await clerk.goes(profitShare);
      await clerk.reads(partner, '2.24', shareStates.sent[lang]);
      bank.sharing.slow = false;
      bank.sharing.settle();
      await clerk.does(partner, queryShare.title);
      await clerk.reads(partner, '2.24', shareStates.done[lang]);
      await round();
      await clerk.goes(profitShare);
      await clerk.reads(shareKinds.rest[lang], '12.67', shareStates.done[lang]);
      await clerk.page.screenshot({ path: `shots/profit-share-list-${lang}.png` });
      await clerk.does(partner, callBack.label, callBack.ask, { failure: 'B-2026-11' });
      await clerk.reads(partner, shareStates.returning[lang]);
      await round();
      await clerk.goes(profitShare);
      await clerk.reads(partner, '2.24', shareStates.returned[lang], 'B-2026-11');
      await second.does(partner, stop.label, stop.ask, { remark: 'B-2026-11' });
      await second.reads(partner, receiverStates.stopped[lang]);
      assert.equal(bank.sharing.sharedFen((await exit.payments(orderId))[0]!['trade_no']), 0);
    });
    assert.deepEqual([await clerk.leaves(), await second.leaves()], [[], []]);
  });
