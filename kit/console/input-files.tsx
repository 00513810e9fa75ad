import { useState } from 'react';
import type { FC } from 'react';
import { Upload } from 'antd';
import { ask, wordsOf } from './ask.ts';
import { Icon } from './icon.tsx';
import { notify } from './notices.ts';
import { Thumb } from './picture.tsx';
import { sha256 } from './sha256.ts';
import { useWords } from './words.ts';
import { words } from './input-parts.tsx';
import type { InputProps } from './input-parts.tsx';

const largestBytes = 10 * 1024 * 1024;

/** Sends a file's bytes under their own hash and answers its address. */
export async function sendFile(file: File): Promise<string> {
  const hash = await sha256(new Uint8Array(await file.arrayBuffer()));
  const { url } = await ask<{ url: string }>(
    `/api/updown/file/${hash}`,
    {},
    { method: 'POST', bytes: file, quiet: true },
  );
  return url;
}

export const upload = (accept: string | undefined): FC<InputProps> =>
  function Upload1({ field, id, value, onChange, disabled }) {
    const { t } = useWords();
    const [busy, setBusy] = useState(false);
    const send = async (file: File) => {
      if (file.size > largestBytes) return notify.error(t(words.tooLarge));
      setBusy(true);
      await sendFile(file).then(onChange, (error: unknown) => notify.error(wordsOf(error)));
      setBusy(false);
    };
    return (
      <span style={{ display: 'flex', alignItems: 'center', gap: 8, minHeight: 32 }}>
        {typeof value === 'string' && value !== '' ? (
          accept ? (
            <Thumb address={value} label={t(field.label)} />
          ) : (
            <code>{value.slice(-12)}</code>
          )
        ) : null}
        <Upload
          {...(accept ? { accept } : {})}
          showUploadList={false}
          disabled={disabled || busy}
          beforeUpload={(file) => {
            void send(file);
            return false;
          }}
        >
          <button type="button" id={id} className="gh-btn" disabled={disabled || busy}>
            {busy ? <span className="gh-spin" /> : <Icon name="upload" size={14} />}
            {t(value ? words.replace : words.upload)}
          </button>
        </Upload>
        {value && !field.required ? (
          <button type="button" className="gh-link" onClick={() => onChange(null)}>
            {t(words.clear)}
          </button>
        ) : null}
      </span>
    );
  };
