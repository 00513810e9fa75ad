import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { Ago } from '#kit/console/ago.tsx';
import { useWords } from '#kit/console/words.ts';
import { commandStates } from '#areas/device/model/command.ts';
import { nodeStates } from '../model/words.ts';
import type { LiveBoard } from './live.ts';

const words = {
  full: text('满', 'FULL'),
  untold: text('未发送过', 'Nothing sent yet'),
  sent: text('最近发送', 'Sent'),
};
const ARROWS: Readonly<Record<string, string>> = { ahead: '↑', left: '←', right: '→', back: '↓', none: '' };

/** A board as it shows: what it was sent last, and what came of that. */
export function BoardFace({ board }: { board: LiveBoard }): ReactNode {
  const { t } = useWords();
  const { deviceName, lines, sentAt, outcome, status } = board;
  return (
    <figure className="gd-board">
      <div className="face">
        {lines === null || lines.length === 0 ? (
          <span>--</span>
        ) : (
          lines.map(({ line, label, n, full, arrow }) => (
            <span key={line} className={full ? 'full' : ''}>
              <b>{label}</b> <i>{full ? t(words.full) : n}</i> {ARROWS[arrow] ?? ''}
            </span>
          ))
        )}
      </div>
      <figcaption>
        {deviceName} · {t(nodeStates[status])}
        <br />
        {sentAt === null ? (
          t(words.untold)
        ) : (
          <>
            {t(words.sent)} <Ago instant={sentAt} />
            {outcome && outcome in commandStates
              ? ` · ${t(commandStates[outcome as keyof typeof commandStates])}`
              : null}
          </>
        )}
      </figcaption>
    </figure>
  );
}
