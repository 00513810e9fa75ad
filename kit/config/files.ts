/** Files taken apart: what each is about, and what is wrong with those that cannot be read. */
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Work } from '#kit/server/work.ts';
import { FORMAT, locate, MANIFEST } from './layout.ts';
import { isKept } from './state.ts';
import { read } from './written.ts';
import type { Written } from './written.ts';

export type Files = Readonly<Record<string, string>>;
/** One record of a file. `lot` is the folder it lies in, as it is written. */
export type Entry = Written & { readonly path: string; readonly of: Resource; readonly lot: string | null };
export type FileProblem = { readonly file: string; readonly line: number; readonly field: string; readonly msg: Text };

const MOST_FILES = 20_000;

/** The files of a call. @throws Refused `bad_input` where they are none */
export function filesIn(raw: unknown): Files {
  const wrong = (zh: string, en: string) => new Refused('bad_input', {}, [{ field: 'files', msg: text(zh, en) }]);
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw wrong('应为对象：路径与内容', 'files must be an object of paths and texts');
  const all = Object.entries(raw);
  if (all.length > MOST_FILES) throw wrong(`最多${MOST_FILES}个文件`, `At most ${MOST_FILES} files`);
  if (!all.every(([, content]) => typeof content === 'string'))
    throw wrong('文件内容应为文字', 'What a file holds must be text');
  if (!Object.hasOwn(raw, MANIFEST))
    throw wrong(`缺少 ${MANIFEST}：这不是配置文件夹`, `There is no ${MANIFEST}: this is no folder of configuration`);
  return Object.fromEntries(all) as Files;
}

const problem = (file: string, msg: Text, line = 1, field = ''): FileProblem => ({ file, line, field, msg });

function manifestProblems(files: Files): FileProblem[] {
  const found = read(files[MANIFEST]!, false);
  if ('msg' in found) return [problem(MANIFEST, found.msg, found.line, found.field)];
  const form = found[0]!.doc.format;
  return form === FORMAT
    ? []
    : [
        problem(
          MANIFEST,
          fill(text('不认识的格式：{form}', 'Unknown format: {form}'), { form: JSON.stringify(form) ?? '–' }),
          found[0]!.lines.get('format') ?? 1,
          'format',
        ),
      ];
}

function readOne(path: string, content: string, work: Work): readonly Entry[] | FileProblem {
  const located = locate(path);
  if (!located)
    return problem(
      path,
      text('不是配置文件：请检查文件夹与文件名', 'This is no configuration file: check its folder and name'),
    );
  const { of, lot } = located;
  if (!isKept(of, work))
    return problem(
      path,
      fill(text('{title}不属于本账号管理的配置', '{title} is not among the configuration of this account'), {
        title: of.title,
      }),
    );
  const found = read(content, of.config!.together === true);
  return 'msg' in found
    ? problem(path, found.msg, found.line, found.field)
    : found.map((each) => ({ ...each, path, of, lot }));
}

export function readFiles(files: Files, work: Work): { entries: readonly Entry[]; problems: FileProblem[] } {
  const taken = Object.entries(files)
    .filter(([path]) => path !== MANIFEST)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, content]) => readOne(path, content, work));
  return {
    entries: taken.flatMap((each) => (Array.isArray(each) ? (each as Entry[]) : [])),
    problems: [
      ...manifestProblems(files),
      ...taken.flatMap((each) => (Array.isArray(each) ? [] : [each as FileProblem])),
    ],
  };
}
