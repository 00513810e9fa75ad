import { useState } from 'react';
import type { ReactNode } from 'react';
import { fill, text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { Icon } from '#kit/console/icon.tsx';
import { ListPage } from '#kit/console/list-page.tsx';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { usePicture } from '#kit/console/picture.tsx';
import { useWords } from '#kit/console/words.ts';
import { doorPhoto, handIn, look, photoZip } from '../model/door-photo.ts';
import { facePicked } from './face-pick.ts';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));

const words = {
  choose: text('选择或拍摄照片', 'Choose or take a photo'),
  chooseZip: text('选择 ZIP 文件', 'Choose a ZIP file'),
  chosen: text('照片预览', 'The photo'),
  unfit: text('不是图片，或短边不足 480 像素', 'No picture, or its short side has less than 480 pixels'),
  none: text('请选择照片', 'Please choose a photo'),
  noZip: text('请选择 ZIP 文件', 'Please choose a ZIP file'),
  face: text('照片', 'Photo'),
  show: text('查看照片（记入日志）', 'Show the photo (noted in the log)'),
  gone: text('照片已不在此处', 'The photo is not here any more'),
  zipHelp: text(
    '最多 200 张、40 MB，每张 JPEG 以编号、手机号或卡号为文件名，如 E001.jpg。',
    'At most 200 photos and 40 MB, each a JPEG named by number, mobile or card, such as E001.jpg.',
  ),
  result: text('共 {total} 张，已录入 {saved} 张', '{total} photos, {saved} entered'),
  file: text('文件', 'File'),
  person: text('人员', 'Person'),
  outcome: text('结果', 'Outcome'),
  saved: text('已录入', 'Entered'),
};

const { id: _id, photoUrl: _photo, ...fields } = handIn.input;

/** Looked at when somebody asks to, each time anew, for each look is noted. */
function Face({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const [shown, setShown] = useState<string | null>(null);
  const { url, failed } = usePicture(shown);
  if (row['state'] !== 'kept' || !may(look.permission)) return null;
  return (
    <section>
      <h2 className="gh-group">{t(words.face)}</h2>
      {shown === null ? (
        <button
          type="button"
          className="gh-btn"
          onClick={() => setShown(`${look.path}?${new URLSearchParams({ id: row.id, at: String(Date.now()) })}`)}
        >
          {t(words.show)}
        </button>
      ) : null}
      {failed ? <p role="alert">{t(words.gone)}</p> : null}
      {url ? <img src={url} alt={t(words.face)} width={180} /> : null}
    </section>
  );
}
const face = (row: AnyRow): ReactNode => <Face key={row.id} row={row} />;

function FilePick({
  label,
  accept,
  onPick,
}: {
  label: string;
  accept: string;
  onPick: (file: File) => void;
}): ReactNode {
  return (
    <p>
      <label className="gh-btn">
        <Icon name="upload" size={14} />
        {label}
        <input
          type="file"
          accept={accept}
          className="gh-sr"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) onPick(file);
          }}
        />
      </label>
    </p>
  );
}

function HandIn({ onDone, onClose }: { onDone: () => Promise<unknown>; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const [photo, setPhoto] = useState<string | null>(null);
  const pick = async (file: File): Promise<void> => {
    const made = await facePicked(file).catch(() => null);
    setPhoto(made);
    if (made === null) notify.error(t(words.unfit));
  };
  const picking = (
    <>
      <FilePick label={t(words.choose)} accept="image/*" onPick={(file) => void pick(file)} />
      {photo ? <img src={photo} alt={t(words.chosen)} width={150} /> : null}
    </>
  );
  return (
    <AskDialog
      title={t(handIn.title)}
      fields={fields}
      note={() => picking}
      run={async (values, key) => {
        if (photo === null) {
          notify.error(t(words.none));
          return false;
        }
        await ask(handIn, { ...values, photoUrl: photo }, { key });
        await onDone();
        return true;
      }}
      onClose={onClose}
    />
  );
}

type Line = { file: string; name: string | null; saved: boolean; why: string | null };
type ImportResult = { total: number; saved: number; lines: Line[] };

function Lines({ result }: { result: ImportResult }): ReactNode {
  const { t } = useWords();
  return (
    <div role="status">
      <p>
        <strong>{t(fill(words.result, { total: String(result.total), saved: String(result.saved) }))}</strong>
      </p>
      <table className="gh-bill">
        <thead>
          <tr>
            {[words.file, words.person, words.outcome].map((word) => (
              <th key={word.en} scope="col">
                {t(word)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {result.lines.map(({ file, name, saved, why }) => (
            <tr key={file}>
              <td>{file}</td>
              <td>{name ?? '—'}</td>
              <td>{saved ? t(words.saved) : why}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Import({ onDone, onClose }: { onDone: () => Promise<unknown>; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const [file, setFile] = useState<File | null>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  const picking = (
    <>
      <p className="gh-dim">{t(words.zipHelp)}</p>
      <FilePick label={file?.name ?? t(words.chooseZip)} accept=".zip,application/zip" onPick={setFile} />
      {result ? <Lines result={result} /> : null}
    </>
  );
  return (
    <AskDialog
      title={t(photoZip.title)}
      fields={photoZip.input}
      width={640}
      note={() => picking}
      run={async ({ suffix, ...query }, key) => {
        if (!file) {
          notify.error(t(words.noZip));
          return false;
        }
        const path = photoZip.path.replace(':suffix', String(suffix));
        const bytes = file.slice(0, file.size, 'application/octet-stream');
        setResult(await ask<ImportResult>(path, {}, { method: 'POST', bytes, query, key, quiet: true }));
        await onDone();
        return false;
      }}
      onClose={onClose}
    />
  );
}

/** Photos of faces: entered one by one or many at once, looked at one by one. */
export default function FacePhotos(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const refresh = useRefresh(doorPhoto);
  const [open, setOpen] = useState<'one' | 'many' | null>(null);
  const close = () => setOpen(null);
  const buttons = (
    <>
      {may(handIn.permission) ? (
        <button type="button" className="gh-btn primary" onClick={() => setOpen('one')}>
          {t(handIn.title)}
        </button>
      ) : null}
      {may(photoZip.permission) ? (
        <button type="button" className="gh-btn" onClick={() => setOpen('many')}>
          {t(photoZip.title)}
        </button>
      ) : null}
    </>
  );
  return (
    <>
      <ListPage of={doorPhoto} actions={buttons} detail={face} />
      {open === 'one' ? <HandIn onDone={refresh} onClose={close} /> : null}
      {open === 'many' ? <Import onDone={refresh} onClose={close} /> : null}
    </>
  );
}
