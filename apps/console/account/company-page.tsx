import { useState } from 'react';
import type { ReactNode } from 'react';
import { useMe } from '#kit/console/me.ts';
import { part } from '#kit/console/part.tsx';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { Sheet } from '../demo/sheet.tsx';
import { titles } from '../demo/titles.ts';

const SwitchCompany = part(() => import('../shell/dialogs/switch-company.tsx'));

const words = {
  note: text(
    '切换后只看到所选单位及其下级的数据；切换会关闭全部标签页并回到首页。',
    'After switching you see only that company and its subsidiaries. All tabs close and the home page opens.',
  ),
  now: text('当前单位', 'Current company'),
  home: text('所属单位', 'Own company'),
  go: text('切换单位', 'Switch company'),
};

/** Where one works now, and the way to another company. */
export default function CompanyPage(): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const me = useMe((state) => state.me);
  const [open, setOpen] = useState(false);
  if (!me) return null;
  return (
    <Sheet
      title={titles.company}
      note={words.note}
      tools={
        <button type="button" className="gh-btn primary" onClick={() => setOpen(true)}>
          {t(words.go)}
        </button>
      }
    >
      <dl className="facts">
        <dt>{t(words.now)}</dt>
        <dd>{me.companyName ?? '—'}</dd>
        <dt>{t(words.home)}</dt>
        <dd>{me.homeCompanyName ?? '—'}</dd>
      </dl>
      {open ? <SwitchCompany me={me} onClose={() => setOpen(false)} onGo={go} /> : null}
    </Sheet>
  );
}
