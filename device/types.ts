/** What the parts of the device gate share. */

export type Log = { error: (fields: object, message: string) => void; info: (fields: object, message: string) => void };

/** Called once with what became of a message: without an error it is acknowledged. */
export type Done = (error: Error | null) => void;
