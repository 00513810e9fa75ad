import { useState } from 'react';
import type { ReactNode } from 'react';
import { image } from '#kit/declare/field.ts';
import { ask } from '#kit/console/ask.ts';
import { ChoiceTabs } from '#kit/console/choice-tabs.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay, zone } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { usePlace } from '#kit/console/place.ts';
import { wallTime } from '#kit/declare/format.ts';
import { useWords } from '#kit/console/words.ts';
import { uploadWork } from '../model/calls.ts';
import { rdrwork } from '../model/rdrwork.ts';
import { Board } from './board.tsx';
import { WorkMap } from './work-map.tsx';
import { words } from './work-words.ts';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));
const { workType, priority, parkId, berthNo, text: what, assignee } = uploadWork.input;
const newFields = {
  workType: { ...workType, required: true },
  priority,
  parkId: { ...parkId, required: true },
  berthNo,
  text: { ...what, required: true },
  assignee,
  picture: image(words.picture),
};

/** What was photographed, and when the order stood still. */
function Story({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const files = Array.isArray(row['files']) ? row['files'].map(String) : [];
  const pauses = (Array.isArray(row['pauses']) ? row['pauses'] : []) as { from: string; to: string | null }[];
  return (
    <>
      {files.length > 0 ? (
        <section>
          <h2 className="gh-group">{t(words.files)}</h2>
          <ul>
            {files.map((file, nth) => (
              <li key={file}>
                <a href={file} target="_blank" rel="noreferrer">
                  {t(words.picture)} {nth + 1}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {pauses.length > 0 ? (
        <section>
          <h2 className="gh-group">{t(words.pauses)}</h2>
          <ul>
            {pauses.map(({ from, to }) => (
              <li key={from}>
                {wallTime(from, zone())} – {to ? wallTime(to, zone()) : t(words.still)}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
const story = (row: AnyRow): ReactNode => <Story row={row} />;

const viewNames = ['list', 'board', 'map'] as const;
type View = (typeof viewNames)[number];

/** Work orders as a list, by state, or where they are; new ones are entered here. */
export default function WorkOrders(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { go } = usePlace();
  const refresh = useRefresh(rdrwork);
  const [view, setView] = useState<View>('list');
  const [adding, setAdding] = useState(false);
  const views = (
    <>
      <div className="gh-quick" role="group">
        {viewNames.map((each) => (
          <button
            key={each}
            type="button"
            className="gh-link"
            aria-pressed={view === each}
            onClick={() => setView(each)}
          >
            {t(words[each])}
          </button>
        ))}
      </div>
      {may(uploadWork.permission) ? (
        <button type="button" className="gh-btn primary" onClick={() => setAdding(true)}>
          {t(words.add)}
        </button>
      ) : null}
    </>
  );
  const open = (row: AnyRow): void => {
    setView('list');
    go(`${rdrwork.route}?open=${row.id}`);
  };
  return (
    <>
      {view === 'list' ? null : (
        <div className={view === 'map' ? 'gh-page fill gh-map-page' : 'gh-page'}>
          <div className="gh-card main">
            <div className="gh-tools">
              <h1>{t(rdrwork.many)}</h1>
              {views}
            </div>
            {view === 'map' ? <WorkMap onOpen={open} /> : <Board onOpen={open} />}
          </div>
        </div>
      )}
      {view === 'list' ? (
        <ListPage of={rdrwork} detail={story} actions={views}>
          <ChoiceTabs of={rdrwork} name="status" />
        </ListPage>
      ) : null}
      {adding ? (
        <AskDialog
          title={t(words.add)}
          fields={newFields}
          run={async ({ picture, ...values }, key) => {
            await ask(uploadWork, { ...values, ...(picture ? { files: [picture] } : {}) }, { key, quiet: true });
            notify.ok(t(words.made));
            await refresh();
          }}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </>
  );
}
