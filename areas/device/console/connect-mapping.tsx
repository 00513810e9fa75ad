import { useState } from 'react';
import type { ReactNode } from 'react';
import { PLATE_COLOURS } from '#domain/plate/colour.ts';
import type { PlateColour } from '#domain/plate/colour.ts';
import { text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { tryMapping } from '#areas/device/model/bought-calls.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { mappingNames, mappingPresets } from '#areas/device/model/webhook-mapping.ts';
import type { Look } from './connect-reports.tsx';

const words = {
  title: text('说明字段在哪里', 'Name where the fields stand'),
  from: text('从已知格式开始', 'Begin with a known form'),
  choose: text('选择…', 'Choose…'),
  lines: text('字段对应（每行“名称 = 路径”）', 'Field mapping (“name = path” on each line)'),
  sample: text('消息样例', 'Sample message'),
  captured: text('样例是它最近一条没有读懂的消息。', 'The sample is its last message that was not understood.'),
  read: text('试解析', 'Try'),
  save: text('保存字段对应', 'Save the mapping'),
  saved: text('已保存，从下一条消息起生效。', 'Saved; it counts from the next message on.'),
  names: text('可用的名称', 'Names'),
  unread: text('未识别到车牌', 'No plate read'),
  picture: text('有图', 'with picture'),
  noPicture: text('无图', 'no picture'),
  camera: text('相机', 'Camera'),
};

type Read = {
  nativeId: string | null;
  problem: string | null;
  events: {
    key: string;
    plate: string;
    colour: PlateColour;
    confidence: number | null;
    at: string;
    pictures: number;
  }[];
};

/** Which fields of its messages are which: chosen from known forms or typed, and tried on a sample before it counts. */
export function MappingStep({ of, now, again }: Look): ReactNode {
  const { t } = useWords();
  const [lines, setLines] = useState(now.mapping ?? mappingPresets[0]!.mapping);
  const [typed, setTyped] = useState<string | null>(null);
  const [read, setRead] = useState<Read | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const sample = typed ?? now.sample ?? mappingPresets[0]!.sample;
  const attempt = async (work: () => Promise<void>) => {
    setWrong(null);
    try {
      await work();
    } catch (error) {
      setWrong(wordsOf(error));
    }
  };
  const tryIt = () =>
    attempt(async () =>
      setRead(await ask<Read>(tryMapping, { deviceId: of.id, mapping: lines, sample }, { key: newKey(), quiet: true })),
    );
  const save = () =>
    attempt(async () => {
      await ask(
        `${parkDevice.wire.base}/submit`,
        { id: of.id, mapping: lines },
        { method: 'POST', key: newKey(), quiet: true },
      );
      notify.ok(t(words.saved));
      again();
    });
  const begin = (name: string) => {
    const preset = mappingPresets.find((each) => each.name === name);
    if (!preset) return;
    setLines(preset.mapping);
    setRead(null);
    if (now.sample === null) setTyped(preset.sample);
  };
  return (
    <li>
      <h4>{t(words.title)}</h4>
      <Presets begin={begin} />
      <div className="gh-connect-mapping">
        <Area label={t(words.lines)} value={lines} onChange={setLines} />
        <Area label={t(words.sample)} value={sample} onChange={setTyped} />
      </div>
      {typed === null && now.sample !== null ? <p className="gh-connect-note">{t(words.captured)}</p> : null}
      <Names />
      <button type="button" className="gh-btn" onClick={() => void tryIt()}>
        {t(words.read)}
      </button>{' '}
      <button type="button" className="gh-btn primary" onClick={() => void save()}>
        {t(words.save)}
      </button>
      {wrong === null ? null : <p role="alert">{wrong}</p>}
      {read === null ? null : <Result {...read} />}
    </li>
  );
}

function Area({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}): ReactNode {
  return (
    <label>
      {label}
      <textarea
        className="gh-input"
        rows={9}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

function Presets({ begin }: { begin: (name: string) => void }): ReactNode {
  const { t } = useWords();
  return (
    <p>
      <label>
        {t(words.from)}{' '}
        <select className="gh-input" value="" onChange={(event) => begin(event.target.value)}>
          <option value="">{t(words.choose)}</option>
          {mappingPresets.map(({ name, title }) => (
            <option key={name} value={name}>
              {t(title)}
            </option>
          ))}
        </select>
      </label>
    </p>
  );
}

function Names(): ReactNode {
  const { t } = useWords();
  return (
    <details>
      <summary>{t(words.names)}</summary>
      <ul>
        {Object.entries(mappingNames).map(([name, label]) => (
          <li key={name}>
            <code>{name}</code> {t(label)}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Result({ nativeId, problem, events }: Read): ReactNode {
  const { t } = useWords();
  return (
    <div role="status">
      {problem === null ? null : <p className="gh-connect-note">{problem}</p>}
      {events.map(({ key, plate, colour, confidence, at, pictures }) => (
        <p key={key}>
          <strong>{plate || t(words.unread)}</strong> {t(PLATE_COLOURS[colour])}
          {confidence === null ? '' : ` · ${Math.round(confidence * 100)}%`} · {at} ·{' '}
          {t(pictures > 0 ? words.picture : words.noPicture)}
          {nativeId === null ? '' : ` · ${t(words.camera)} ${nativeId}`}
        </p>
      ))}
    </div>
  );
}
