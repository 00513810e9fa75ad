import { useState } from 'react';
import type { ReactNode } from 'react';
import { wallTime } from '#kit/declare/format.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { zone } from '#kit/console/me.ts';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { DoorDifference } from './difference.tsx';
import { doorGrant, whatIf } from '../model/door-grant.ts';
import { reasonWords } from '../model/words.ts';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));

const words = {
  title: text('试算某人此时能否通过某门', 'Would somebody pass a door?'),
  button: text('试算通行', 'Try a passage'),
  granted: text('放行', 'Let pass'),
  refused: text('不放行：{why}', 'Refused: {why}'),
  pending: text('还要：{why}', 'Still needed: {why}'),
  odd: text('记为异常：{why}', 'Noted as odd: {why}'),
  seen: text('刷卡所见在：{place}（{time} 起）', 'Seen last: {place}, since {time}'),
  outside: text('区域外', 'outside'),
  unseen: text('不知在哪里，反潜回不拦', 'Whereabouts unknown: anti-passback keeps nobody out'),
  line: text(
    '由第 {line} 条规则决定；此人在此门有 {count} 项授权',
    'Decided by rule {line}; {count} grants at this door',
  ),
};

type ForetoldAnswer = {
  result: 'granted' | 'refused' | 'pending';
  reason: keyof typeof reasonWords | null;
  line: number;
  rights: unknown[];
  odd: (keyof typeof reasonWords)[];
  seen: { areaId: string | null; areaName: string | null; since: string } | null;
};

/** What the rules answer, and by which of them. */
function Answer({ foretold }: { foretold: ForetoldAnswer }): ReactNode {
  const { t } = useWords();
  const { seen, odd } = foretold;
  const place = seen && (seen.areaId === null ? t(words.outside) : (seen.areaName ?? ''));
  const why = foretold.reason === null ? '' : t(reasonWords[foretold.reason]);
  return (
    <div role="status">
      <p>
        <strong>{t(foretold.result === 'granted' ? words.granted : fill(words[foretold.result], { why }))}</strong>
      </p>
      {odd.length > 0 ? <p>{t(fill(words.odd, { why: odd.map((each) => t(reasonWords[each])).join('、') }))}</p> : null}
      <p className="gh-dim">
        {seen && place !== null ? t(fill(words.seen, { place, time: wallTime(seen.since, zone()) })) : t(words.unseen)}
      </p>
      <p className="gh-dim">
        {t(fill(words.line, { line: String(foretold.line), count: String(foretold.rights.length) }))}
      </p>
    </div>
  );
}

const formNote = (values: Readonly<Record<string, unknown>>): ReactNode => (
  <DoorDifference of={doorGrant as Resource} values={values} />
);

/** Grants, and what they come to for one person at one door at one time. */
export default function DoorGrants(): ReactNode {
  const { t } = useWords();
  const [asking, setAsking] = useState(false);
  const [foretold, setForetold] = useState<ForetoldAnswer | null>(null);
  const answer = foretold ? <Answer foretold={foretold} /> : null;
  const open = () => {
    setForetold(null);
    setAsking(true);
  };
  return (
    <>
      <ListPage
        of={doorGrant}
        formNote={formNote}
        actions={
          <button type="button" className="gh-btn" onClick={open}>
            {t(words.button)}
          </button>
        }
      />
      {asking ? (
        <AskDialog
          title={t(words.title)}
          fields={whatIf.input}
          note={() => answer}
          run={async (values) => {
            setForetold(await ask<ForetoldAnswer>(whatIf, values, { quiet: true }));
            return false;
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
