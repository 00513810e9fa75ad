import { useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { useMay, useMe } from '#kit/console/me.ts';
import { part } from '#kit/console/part.tsx';
import { TreePage } from '#kit/console/tree-page.tsx';
import { useWords } from '#kit/console/words.ts';
import { baseDept } from '../model/base-dept.ts';
import { enrolCode } from '../model/enrol.ts';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));

const words = {
  scan: text(
    '请该单位的人员用手机扫码登记，登记后在“人员审核”中由他人审核。30 天内有效。',
    'People of the company scan it with their phones and hand themselves in; somebody checks them under “Checks of people”. Good for 30 days.',
  ),
};

type Made = { url: string; image: string };

/** The code as it is shown, sent on or printed. */
function Code({ made }: { made: Made }): ReactNode {
  const { t } = useWords();
  return (
    <div role="status">
      <p>{t(words.scan)}</p>
      <img src={made.image} alt={t(enrolCode.title)} width={240} height={240} />
      <p>
        <a className="gh-link" href={made.url} target="_blank" rel="noreferrer">
          {new URL(made.url).host}/m/enrol
        </a>
      </p>
    </div>
  );
}

type Shown = { readonly companyId: unknown; readonly code: Made };
/** Of the company that is chosen now, and no other. */
const noteOf = (shown: Shown | null) => (values: Readonly<Record<string, unknown>>) =>
  shown && shown.companyId === values['companyId'] ? <Code made={shown.code} /> : null;

/** Departments, and the code by which people of a company hand themselves in. */
export default function DoorDepartments(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const companyId = useMe(({ me }) => me?.companyId);
  const [asking, setAsking] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  const button = may(enrolCode.permission) ? (
    <button type="button" className="gh-btn" onClick={() => setAsking(true)}>
      {t(enrolCode.title)}
    </button>
  ) : null;
  return (
    <>
      <TreePage of={baseDept} actions={button} />
      {asking ? (
        <AskDialog
          title={t(enrolCode.title)}
          fields={enrolCode.input}
          {...(companyId ? { first: { companyId } } : {})}
          note={noteOf(shown)}
          run={async (values) => {
            setShown({ companyId: values['companyId'], code: await ask<Made>(enrolCode, values, { quiet: true }) });
            return false;
          }}
          onClose={() => {
            setAsking(false);
            setShown(null);
          }}
        />
      ) : null}
    </>
  );
}
