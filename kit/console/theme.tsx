import { use, useMemo } from 'react';
import type { ReactNode } from 'react';
import { ConfigProvider } from 'antd';
import type { ConfigProviderProps, ThemeConfig } from 'antd';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn.js';
import type { Lang } from '#kit/declare/text.ts';
import { useWords } from './words.ts';

type Pack = NonNullable<ConfigProviderProps['locale']>;

/** antd's own words come with the language, once each. Its locale files are CommonJS to TypeScript and ES modules to the bundler. */
const unwrap = (module: { default: unknown }): Pack => {
  const inner = module.default as { default?: Pack };
  return inner.default ?? (module.default as Pack);
};
const packs = new Map<Lang, Promise<Pack>>();
function packOf(lang: Lang): Promise<Pack> {
  let pack = packs.get(lang);
  if (!pack) packs.set(lang, (pack = (lang === 'zh' ? import('antd/es/locale/zh_CN.js') : import('antd/es/locale/en_US.js')).then(unwrap)));
  return pack;
}

/** antd derives its shades by arithmetic, so it gets the values the variables of tokens.css have at this moment. */
function themeOf(): ThemeConfig {
  const style = getComputedStyle(document.documentElement);
  const v = (name: string) => style.getPropertyValue(`--gh-${name}`).trim();
  return {
    hashed: false,
    token: {
      colorPrimary: v('primary'), colorLink: v('primary'), colorSuccess: v('ok'), colorWarning: v('warn'), colorError: v('bad'), colorInfo: v('info'),
      colorText: v('text'), colorTextPlaceholder: v('text-3'), colorTextDescription: v('text-3'), colorBorder: v('line-strong'), colorBgLayout: v('ground'),
      fontFamily: v('font'), fontSize: 14, borderRadius: 6, controlHeight: 32, motionDurationMid: '0.12s', motionDurationSlow: '0.18s',
    },
  };
}

const nonce = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;

/** Everything of antd stands under this: words, colours and the nonce that a strict content policy asks of its styles. Suspends until its words are there. */
export function Antd({ children }: { children: ReactNode }): ReactNode {
  const { lang } = useWords();
  const locale = use(packOf(lang));
  dayjs.locale(lang === 'zh' ? 'zh-cn' : 'en');
  const theme = useMemo(themeOf, []);
  const key = nonce();
  return <ConfigProvider locale={locale} theme={theme} wave={{ disabled: true }} {...(key ? { csp: { nonce: key } } : {})}>{children}</ConfigProvider>;
}
