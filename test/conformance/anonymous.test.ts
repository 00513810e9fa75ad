/**
 * Calls that answer without a login, and what keeps each from being used without end. A new one has to be entered here.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { served } from '#apps/server/areas.ts';

/**
 * `throttled`: counted by address and by the subject of the request (areas/access/server/throttle.ts,
 * areas/derate/server/brakes.ts, areas/passage/server/driver.ts, areas/coupon/server/driver.ts,
 * areas/advert/server/driver.ts, areas/visitor/server/{web,mine}.ts, areas/guidance/server/find.ts,
 * areas/seat/server/help.ts, areas/invoice/server/driver.ts, areas/wall/server/{show,pairing}.ts). `signed`: nothing
 * happens without a provider's signature. `secret`: nothing is found without a token of 256 bits. `small`: a page or
 * one small read, the same for everybody who asks for it, which writes nothing.
 */
const BRAKES: Readonly<Record<string, 'throttled' | 'signed' | 'secret' | 'small'>> = {
  'session.logIn': 'throttled',
  'session.logInByCode': 'throttled',
  'session.askCode': 'throttled',
  'session.logInByTicket': 'throttled',
  'session.refresh': 'secret',
  'session.logOut': 'secret',
  'session.loginConfig': 'small',
  'session.loginLogo': 'small',
  'derateCode.show': 'throttled',
  'derateCode.scan': 'throttled',
  'derateCode.page': 'throttled',
  'derateCode.takePage': 'throttled',
  'alipayConfig.authorised': 'throttled',
  'payment.notice': 'signed',
  'payment.merchantNotice': 'signed',
  'driver.lot': 'small',
  'driver.bill': 'throttled',
  'driver.pay': 'throttled',
  'driver.state': 'throttled',
  'lorawanNetwork.uplink': 'throttled',
  'userRequest.driverAppeal': 'throttled',
  'driver.debts': 'throttled',
  'driver.payDebts': 'throttled',
  'driver.exitDebts': 'throttled',
  'driver.berth': 'throttled',
  'advert.show': 'throttled',
  'advert.tell': 'throttled',
  'advert.click': 'throttled',
  'advert.picture': 'throttled',
  'couponInfo.page': 'throttled',
  'couponInfo.pageAct': 'throttled',
  'invoiceApplyForm.page': 'throttled',
  'invoiceApplyForm.pageAct': 'throttled',
  'invoiceApplyForm.pageFile': 'throttled',
  'visitorQr.open': 'throttled',
  'visit.webAdd': 'throttled',
  'visit.webAreas': 'throttled',
  'visit.webDepts': 'throttled',
  'visit.webHosts': 'throttled',
  'visit.mine': 'throttled',
  'visit.consent': 'throttled',
  'visit.code': 'throttled',
  'visit.withdraw': 'throttled',
  'doorEnrol.page': 'throttled',
  'doorEnrol.add': 'throttled',
  'doorPhoto.toDevice': 'secret',
  'guide.find': 'throttled',
  'help.start': 'throttled',
  'help.state': 'throttled',
  'help.end': 'throttled',
  'help.rate': 'throttled',
  'sysbigreport.show': 'throttled',
  'sysbigreport.picture': 'throttled',
  'sysbigreport.showCode': 'throttled',
  'sysbigreport.codeState': 'secret',
  'parkminiprogram.home': 'throttled',
  'publicplat.prove': 'signed',
  'publicplat.receive': 'signed',
  'kit.docs': 'small',
  'kit.openapi': 'small',
};

test('every call that answers without a login has its brake entered, and no other is', () => {
  const open = served.filter(({ call }) => call.permission === 'public').map(({ call }) => call.name);
  assert.deepEqual(
    [...new Set(open)].filter((name) => !BRAKES[name]),
    [],
    'without a brake',
  );
  assert.deepEqual(
    Object.keys(BRAKES).filter((name) => !open.includes(name)),
    [],
    'no such call',
  );
});

test('what is signed is only taken with the body that was signed', () => {
  for (const each of served.filter(({ call }) => BRAKES[call.name] === 'signed'))
    assert.equal(each.signed, true, each.call.name);
});
