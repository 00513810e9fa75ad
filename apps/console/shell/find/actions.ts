import { speak } from '#kit/console/language.ts';
import { useMe } from '#kit/console/me.ts';
import { pageActions } from '#kit/console/page-actions.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Lang, Text } from '#kit/declare/text.ts';
import { openBox } from '../boxes.ts';
import { logOut, outWords } from '../log-out.ts';
import { useLookChoice } from '../look/look.ts';
import { densities, themes } from '../look/themes.ts';
import type { Density } from '../look/themes.ts';
import type { Place } from './rank.ts';

/** Something that can be done from the palette. */
export type Action = {
  readonly key: string;
  readonly label: Text;
  readonly icon: string;
  readonly note?: Text;
  readonly run: (go: (address: string) => void) => void;
};
/** `path`: a screen the person must have in his menu; `may`: a right he must hold; `begin`: what the screen begins. */
type Errand = { label: Text; icon: string; path: string; may?: string; begin?: string };

const words = {
  here: text('本页', 'This page'),
  theme: text('主题：{name}', 'Theme: {name}'),
  density: text('界面密度：{name}', 'Density: {name}'),
  zh: text('切换到中文', 'Switch to Chinese'),
  en: text('切换到英文', 'Switch to English'),
};

/** What people go somewhere to do; the page begins it when it is there. */
const errands: readonly Errand[] = [
  { label: text('打开岗亭', 'Open gate booth'), icon: 'box', path: '/work/parkBoxSource' },
  {
    label: text('发行月租车', 'Issue a pass'),
    icon: 'ticket',
    path: '/car/carMonthNew',
    may: 'parkMonth:issue',
    begin: 'issue',
  },
  {
    label: text('补录入场', 'Add a missed entry'),
    icon: 'car',
    path: '/static/incar',
    may: 'carInside:add',
    begin: 'entry',
  },
  {
    label: text('加入黑白名单', 'Add to a list'),
    icon: 'shield',
    path: '/car/blacklist',
    may: 'carList:add',
    begin: 'add',
  },
  {
    label: text('导出进出场记录', 'Export visits'),
    icon: 'download',
    path: '/static/inoutRecord',
    may: 'stay:export',
    begin: 'export',
  },
  {
    label: text('导出订单', 'Export orders'),
    icon: 'download',
    path: '/static/onlineorder',
    may: 'parkingOrder:export',
    begin: 'export',
  },
];

const personal = (lang: Lang): Action[] => {
  const other: Lang = lang === 'zh' ? 'en' : 'zh';
  const { look, choose } = useLookChoice.getState();
  return [
    { key: 'lang', label: words[other], icon: 'globe', run: () => speak(other) },
    { key: 'lock', label: text('锁定屏幕', 'Lock screen'), icon: 'lock', run: () => openBox('lock') },
    { key: 'company', label: text('切换单位', 'Switch company'), icon: 'swap', run: () => openBox('company') },
    {
      key: 'password',
      label: text('修改密码', 'Change password'),
      icon: 'key',
      run: (go) => go('/user/updatepassword'),
    },
    ...themes
      .filter(({ name }) => name !== look.theme)
      .map(({ name, title }) => ({
        key: `theme ${name}`,
        label: fill(words.theme, { name: title }),
        icon: 'shirt',
        run: () => choose({ theme: name }),
      })),
    ...(Object.keys(densities) as Density[])
      .filter((name) => name !== look.density)
      .map((name) => ({
        key: `density ${name}`,
        label: fill(words.density, { name: densities[name] }),
        icon: 'list',
        run: () => choose({ density: name }),
      })),
    { key: 'out', label: outWords, icon: 'exit', run: () => void logOut(useMe.getState().me?.account ?? '') },
  ];
};

/** All a person can do from here: what the page in view offers, his errands, and his own settings. */
export function actionsNow(places: readonly Place[], may: (permission: string) => boolean, lang: Lang): Action[] {
  const reached = new Set(places.map(({ path }) => path.split('?')[0]));
  return [
    ...pageActions().map(({ key, label, icon, run }) => ({ key: `page ${key}`, label, icon, run, note: words.here })),
    ...errands
      .filter((errand) => reached.has(errand.path) && (!errand.may || may(errand.may)))
      .map(({ label, icon, path, begin }) => ({
        key: `errand ${path} ${begin ?? ''}`,
        label,
        icon,
        run: (go: (address: string) => void) => go(begin ? `${path}?do=${begin}` : path),
      })),
    ...personal(lang),
  ];
}
