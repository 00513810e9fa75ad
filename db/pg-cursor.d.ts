/** The part of pg-cursor that exports use; the package brings no types. */
declare module 'pg-cursor' {
  import type { Submittable } from 'pg';
  export default class Cursor implements Submittable {
    constructor(
      text: string,
      values: readonly unknown[],
      config: {
        rowMode: 'array';
        types: { getTypeParser: (oid: number, format?: 'text' | 'binary') => (value: string) => unknown };
      },
    );
    read(rows: number): Promise<unknown[][]>;
    close(): Promise<void>;
    submit(connection: unknown): void;
  }
}
