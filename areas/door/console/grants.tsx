import { useState } from 'react';
import type { ReactNode } from 'react';
import { fill, text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { doorGrant, whatIf } from '../model/door-grant.ts';
import { reasonWords } from '../model/words.ts';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));

const words = {
  title: text('试算某人此时能否通过某门', 'Would somebody pass a door?'),
  button: text('试算通行', 'Try a passage'),
  granted: text('放行', 'Let pass'),
  refused: text('不放行：{why}', 'Refused: {why}'),
  asked: text('还要：{why}', 'Asked for: {why}'),
  line: text(
    '由第 {line} 条规则决定；此人在此门有 {count} 项授权',
    'Decided by rule {line}; {count} grants at this door',
  ),
};

type Told = {
  result: 'granted' | 'refused' | 'asked';
  reason: keyof typeof reasonWords | null;
  line: number;
  rights: unknown[];
};

/** What the rules answer, and by which of them. */
function Answer({ told }: { told: Told }): ReactNode {
  const { t } = useWords();
  const why = told.reason === null ? '' : t(reasonWords[told.reason]);
  return (
    <div role="status">
      <p>
        <strong>{t(told.result === 'granted' ? words.granted : fill(words[told.result], { why }))}</strong>
      </p>
      <p className="gh-dim">{t(fill(words.line, { line: String(told.line), count: String(told.rights.length) }))}</p>
    </div>
  );
}

/** Grants, and what they come to for one person at one door at one time. */
export default function DoorGrants(): ReactNode {
  const { t } = useWords();
  const [asking, setAsking] = useState(false);
  const [told, setTold] = useState<Told | null>(null);
  const answer = told ? <Answer told={told} /> : null;
  const open = () => {
    setTold(null);
    setAsking(true);
  };
  return (
    <>
      <ListPage
        of={doorGrant}
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
            setTold(await ask<Told>(whatIf, values, { quiet: true }));
            return false;
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
