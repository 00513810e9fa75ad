/** Tabs under a finger, and the module that the page in view belongs to. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { text } from '#kit/declare/text.ts';
import { inTurn } from '#test/turns.ts';
import type { Place } from './car.ts';
import { startTestProduct, opened, pop, tabs } from './frame.ts';
import { byMenu } from './page-helpers.ts';
import { ready } from './look.ts';
import { phone } from './world.ts';

const words = {
  others: text('关闭其他', 'Close others'),
  reports: text('报表', 'Reports'),
  base: text('基础资料', 'Setup'),
};
const [firstRoute, secondRoute, thirdRoute] = ['/static/incar', '/static/inoutRecord', '/static/onlineorder'] as const;

let product: Place;
before(async () => {
  product = await startTestProduct();
});
after(() => product?.close());

const deaf = process.env['GATEHOUSE_CHROME']?.endsWith('shell') ? 'the headless shell receives no touch' : false;

for (const lang of inTurn('tabs', ['zh', 'en'])) {
  test(
    `a finger that rests on a tab is offered what the right button is, and one that taps it goes there (${lang})`,
    { skip: deaf },
    async () => {
      const { page, context, watch, say, close } = await opened(product, lang, firstRoute, { size: phone });
      for (const route of [secondRoute, thirdRoute]) {
        await page.goto(route);
        await ready(page);
      }
      const cdp = await context.newCDPSession(page);
      await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true });
      /** A touch that lasted so long by its events' own times, which is what the page goes by: nothing waits. */
      const touches = async (nth: number, lastedMs: number) => {
        const tab = tabs(page).nth(nth).locator('a');
        await tab.scrollIntoViewIfNeeded();
        const { x, y, width, height } = (await tab.boundingBox())!;
        const liftedAt = Date.now() / 1000;
        await cdp.send('Input.dispatchTouchEvent', {
          type: 'touchStart',
          touchPoints: [{ x: x + width / 2, y: y + height / 2 }],
          timestamp: liftedAt - lastedMs / 1000,
        });
        await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: liftedAt });
      };
      const offered = pop(page).getByRole('menuitem', { name: say(words.others), exact: true });
      await touches(2, 700);
      await offered.waitFor();
      assert.equal(new URL(page.url()).pathname, thirdRoute, 'who asks what may be done with a tab does not go there');
      await page.keyboard.press('Escape');
      await touches(2, 50);
      await page.waitForURL(`**${secondRoute}`);
      assert.equal(await pop(page).count(), 0);
      await touches(2, 700);
      await offered.waitFor();
      await offered.click();
      await tabs(page).nth(2).waitFor({ state: 'detached' });
      assert.equal(await tabs(page).count(), 2);
      assert.deepEqual(watch.take(), []);
      await close();
    },
  );
}

test('the top menu marks the module of the page in view, also of one that is come back to after a look into another module', async () => {
  const { page, watch, say, close } = await opened(product, 'zh', '/wel/index2');
  const tops = page.locator('.top-menu');
  const marked = (name: string) => tops.locator('[aria-current=true]').filter({ hasText: name }).waitFor();
  await marked(say(words.reports));
  await byMenu(page, say(words.base), '设备', '设备状态监控');
  await page.waitForURL('**/basedata/parkdeviceStatus');
  await ready(page);
  await marked(say(words.base));
  await tabs(page).filter({ hasText: '路内' }).locator('a').click();
  await page.waitForURL('**/wel/index2');
  await marked(say(words.reports));
  assert.deepEqual(watch.take(), []);
  await close();
});

test('a page that is opened by its address shows the menu of its own module with its folder open, and never another first', async () => {
  const { page, watch, close } = await opened(product, 'zh', firstRoute);
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { foldersSeen: seen });
    new MutationObserver(() =>
      document.querySelectorAll('.side-bar nav > * [aria-expanded]').forEach((folder) => {
        seen.add(folder.textContent ?? '');
        if (folder.getAttribute('aria-expanded') === 'false') seen.add(`${folder.textContent}, closed`);
      }),
    ).observe(document, { childList: true, subtree: true, characterData: true });
  });
  const seen = (): Promise<string[]> =>
    page.evaluate(() => [...(window as unknown as { foldersSeen: Set<string> }).foldersSeen]);
  for (const go of [() => page.goto('/system/user'), () => page.reload()]) {
    await go();
    await ready(page);
    const folders = await seen();
    assert.ok(folders.includes('用户与权限'), folders.join());
    assert.ok(!folders.includes('在场与进出'), folders.join());
    assert.ok(!folders.includes('用户与权限, closed'), folders.join());
  }
  assert.deepEqual(watch.take(), []);
  await close();
});
