import { use, useMemo } from 'react';
import type { ReactNode } from 'react';
import { ConfigProvider, theme as antd } from 'antd';
import type { ConfigProviderProps, ThemeConfig } from 'antd';
import english from 'antd/es/locale/en_US.js';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn.js';
import type { Lang } from '#kit/declare/text.ts';
import { token, useLook } from './look.ts';
import { useWords } from './words.ts';

type Pack = NonNullable<ConfigProviderProps['locale']>;

/** Its locale files are CommonJS to TypeScript and ES modules to the bundler. */
const unwrap = (module: unknown): Pack => (module as { default?: Pack }).default ?? (module as Pack);
/** antd carries its English words itself; the Chinese ones come when they are spoken. */
let chinese: Promise<Pack> | undefined;
const packOf = (lang: Lang): Pack | Promise<Pack> =>
  lang === 'en'
    ? unwrap(english)
    : (chinese ??= import('antd/es/locale/zh_CN.js').then(
        (module) => unwrap(module.default),
        (error: unknown) => {
          chinese = undefined;
          throw error;
        },
      ));

/**
 * antd derives its shades by arithmetic, so it gets the values the variables of tokens.css have at this moment. Words
 * on a full colour are dark where that colour is light.
 */
function themeOf(): ThemeConfig {
  const dark = token('scheme') === 'dark';
  return {
    hashed: false,
    algorithm: dark ? antd.darkAlgorithm : antd.defaultAlgorithm,
    token: {
      // Boxes of who wants less motion are where they belong at once, and a press in their first moment is not lost.
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      colorPrimary: token('primary'),
      colorLink: token('primary'),
      colorSuccess: token('ok'),
      colorWarning: token('warn'),
      colorError: token('bad'),
      colorInfo: token('info'),
      colorText: token('text'),
      colorTextPlaceholder: token('text-3'),
      colorTextDescription: token('text-3'),
      colorBorder: token('line-strong'),
      colorBgLayout: token('ground'),
      ...(dark
        ? {
            colorPrimaryHover: token('primary-hover'),
            colorBgContainer: token('surface'),
            colorBgElevated: token('raised'),
            colorBorderSecondary: token('line'),
            colorTextLightSolid: token('on-primary'),
            colorBgSpotlight: token('text'),
          }
        : {}),
      fontFamily: token('font'),
      fontSize: 14,
      borderRadius: 6,
      controlHeight: Number.parseInt(token('control'), 10),
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.18s',
    },
  };
}

const nonce = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;

/**
 * Provides for everything of antd: words, colours and the nonce that a strict content policy requires for its
 * styles. Suspends until its words are there.
 */
export function Antd({ children }: { children: ReactNode }): ReactNode {
  const { lang } = useWords();
  const pack = packOf(lang);
  const locale = pack instanceof Promise ? use(pack) : pack;
  dayjs.locale(lang === 'zh' ? 'zh-cn' : 'en');
  const look = useLook();
  // The values are read from the document: the look's number says when they are others.
  // oxlint-disable-next-line react/exhaustive-deps
  const theme = useMemo(themeOf, [look]);
  const key = nonce();
  return (
    <ConfigProvider
      locale={locale}
      theme={theme}
      wave={{ disabled: true }}
      modal={{ centered: true }}
      {...(key ? { csp: { nonce: key } } : {})}
    >
      {children}
    </ConfigProvider>
  );
}
