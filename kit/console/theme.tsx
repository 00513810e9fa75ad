import { use, useMemo } from 'react';
import type { ReactNode } from 'react';
import { ConfigProvider, theme as antd } from 'antd';
import type { ConfigProviderProps, ThemeConfig } from 'antd';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn.js';
import type { Lang } from '#kit/declare/text.ts';
import { token, useLook } from './look.ts';
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

/** antd derives its shades by arithmetic, so it gets the values the variables of tokens.css have at this moment. Words on a full colour are dark where that colour is light. */
function themeOf(): ThemeConfig {
  const dark = token('scheme') === 'dark';
  return {
    hashed: false,
    algorithm: dark ? antd.darkAlgorithm : antd.defaultAlgorithm,
    token: {
      colorPrimary: token('primary'), colorLink: token('primary'), colorSuccess: token('ok'), colorWarning: token('warn'), colorError: token('bad'), colorInfo: token('info'),
      colorText: token('text'), colorTextPlaceholder: token('text-3'), colorTextDescription: token('text-3'), colorBorder: token('line-strong'), colorBgLayout: token('ground'),
      ...(dark ? { colorPrimaryHover: token('primary-hover'), colorBgContainer: token('surface'), colorBgElevated: token('raised'), colorBorderSecondary: token('line'), colorTextLightSolid: token('on-primary'), colorBgSpotlight: token('text') } : {}),
      fontFamily: token('font'), fontSize: 14, borderRadius: 6, controlHeight: Number.parseInt(token('control'), 10), motionDurationMid: '0.12s', motionDurationSlow: '0.18s',
    },
  };
}

const nonce = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;

/** Everything of antd stands under this: words, colours and the nonce that a strict content policy asks of its styles. Suspends until its words are there. */
export function Antd({ children }: { children: ReactNode }): ReactNode {
  const { lang } = useWords();
  const locale = use(packOf(lang));
  dayjs.locale(lang === 'zh' ? 'zh-cn' : 'en');
  const look = useLook();
  // The values are read from the document: the look's number says when they are others.
  // oxlint-disable-next-line react/exhaustive-deps
  const theme = useMemo(themeOf, [look]);
  const key = nonce();
  return <ConfigProvider locale={locale} theme={theme} wave={{ disabled: true }} {...(key ? { csp: { nonce: key } } : {})}>{children}</ConfigProvider>;
}
