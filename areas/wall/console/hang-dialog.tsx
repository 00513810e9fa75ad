import type { ReactNode } from 'react';
import { fill, text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import AskDialog from '#kit/console/ask-dialog.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { useRefresh } from '#kit/console/listing.ts';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { pairScreen } from '../model/pairing.ts';
import { linkScreen, SCREEN_ROUTE, sysbigreport } from '../model/sysbigreport.ts';

const words = {
  anew: text(
    '墙上按您此时的车场与权限显示，任何拿到链接的人都能看到；先前的链接随即失效。',
    'The wall shows what you yourself may see, to anybody who has the link. The link before ends.',
  ),
  where: text(
    '在屏幕的浏览器中打开 {address}，填入屏幕上的连接码。只填您眼前屏幕上的码。',
    'Open {address} in the display’s browser and enter the code it shows. Only enter the code of a display you can see.',
  ),
  rights: text(
    '屏幕按您此时的车场与权限显示。您此前的链接继续有效，他人为此大屏生成的链接失效。',
    'The display shows what you yourself may see. Your own link of this screen stays valid; somebody else’s ends.',
  ),
  paired: text('已连接，屏幕几秒后开始显示', 'Connected; the display starts in a few seconds'),
};

/** What hangs a screen on a wall: a link for whoever can type it, or the code that a display shows. */
export type Hanging = { readonly row: AnyRow; readonly by: 'link' | 'code' };
export type Linked = { readonly name: string; readonly url: string | null };

function LinkNote(): ReactNode {
  const { t } = useWords();
  return <p className="gh-dim">{t(words.anew)}</p>;
}

function CodeNote(): ReactNode {
  const { t } = useWords();
  return (
    <>
      <p style={{ overflowWrap: 'anywhere' }}>{t(fill(words.where, { address: location.origin + SCREEN_ROUTE }))}</p>
      <p className="gh-dim">{t(words.rights)}</p>
    </>
  );
}

const linkNote = (): ReactNode => <LinkNote />;
const codeNote = (): ReactNode => <CodeNote />;

type Props = Hanging & { onLinked: (linked: Linked) => void; onClose: () => void };

export default function HangDialog({ row, by, onLinked, onClose }: Props): ReactNode {
  const { t } = useWords();
  const refresh = useRefresh(sysbigreport);
  const name = String(row['name']);
  const link = async (values: Record<string, unknown>, key: string) => {
    const { url } = await ask<Linked>(linkScreen, { ...values, id: row.id }, { key, quiet: true });
    onLinked({ name, url });
    await refresh();
  };
  const pair = async (values: Record<string, unknown>, key: string) => {
    await ask(pairScreen, { ...values, id: row.id }, { key, quiet: true });
    notify.ok(t(words.paired));
    await refresh();
  };
  const { code, days } = pairScreen.input;
  return by === 'link' ? (
    <AskDialog
      title={t(linkScreen.title)}
      fields={{ days: linkScreen.input.days }}
      note={linkNote}
      run={link}
      onClose={onClose}
    />
  ) : (
    <AskDialog
      title={`${t(pairScreen.title)} · ${name}`}
      fields={{ code, days }}
      note={codeNote}
      run={pair}
      onClose={onClose}
    />
  );
}
