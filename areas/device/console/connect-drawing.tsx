import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { useWords } from '#kit/console/words.ts';

const words = {
  device: text('设备', 'Device'),
  page: text('它自己的网页', 'its own page'),
  server: text('本系统', 'This system'),
  posts: text('每来一车发一条', 'posts each car'),
  scans: text('每读一码发一条', 'posts each code'),
  opens: text('开闸', 'opens'),
  prints: text('打印、问状态', 'prints, and asks how it is'),
  drawing: text('设备与本系统之间谁呼叫谁', 'Who calls whom, the device and this system'),
};

/** Who calls whom: cameras post here; what opens barriers is answered or called. */
export function ConnectDrawing({
  host,
  open,
  reports,
  scans,
  prints,
}: {
  host: string;
  open: readonly string[];
  reports: boolean;
  scans: boolean;
  prints: boolean;
}): ReactNode {
  const { t } = useWords();
  return (
    <svg
      viewBox="0 0 560 120"
      role="img"
      aria-label={t(words.drawing)}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <rect x="10" y="30" width="130" height="60" rx="8" />
      <circle cx="36" cy="60" r="12" />
      <circle cx="36" cy="60" r="5" />
      <rect x="420" y="30" width="130" height="60" rx="8" />
      {reports ? <path d="M146 50h262m-8-5 8 5-8 5" /> : null}
      {open.length > 0 || prints ? (
        <path d="M414 74H152m8-5-8 5 8 5" strokeDasharray={prints || open.includes('call') ? undefined : '5 4'} />
      ) : null}
      <g fill="currentColor" stroke="none" fontSize="13">
        <text x="56" y="57">
          {t(words.device)}
        </text>
        <text x="56" y="75" fontSize="11">
          {t(words.page)}
        </text>
        <text x="436" y="57">
          {t(words.server)}
        </text>
        <text x="436" y="75" fontSize="11">
          {host}
        </text>
        <text x="280" y="42" textAnchor="middle">
          {reports ? t(scans ? words.scans : words.posts) : ''}
        </text>
        <text x="280" y="94" textAnchor="middle">
          {prints ? t(words.prints) : open.length > 0 ? t(words.opens) : ''}
        </text>
      </g>
    </svg>
  );
}
