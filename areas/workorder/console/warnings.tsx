import type { ReactNode } from 'react';
import { ChoiceTabs } from '#kit/console/choice-tabs.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { rdWarn } from '../model/rd-warn.ts';
import { rdrwork } from '../model/rdrwork.ts';
import { words } from './work-words.ts';

/** From a warning to the work order that was made of it. */
function ToWork({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const workId = row['workId'];
  if (typeof workId !== 'string' || workId === '') return null;
  return (
    <p>
      <button type="button" className="gh-link" onClick={() => go(`${rdrwork.route}?open=${workId}`)}>
        {t(words.openWork)}
      </button>
    </p>
  );
}
const toWork = (row: AnyRow): ReactNode => <ToWork row={row} />;

/** Warnings, the open ones at one press. */
export default function Warnings(): ReactNode {
  return (
    <ListPage of={rdWarn} detail={toWork}>
      <ChoiceTabs of={rdWarn} name="status" />
    </ListPage>
  );
}
