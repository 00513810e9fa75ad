import { create } from 'zustand';

/** Boxes of the frame that lie above the page, one at a time. */
export type Box = 'company' | 'lock' | 'theme' | 'log';

export const useBox = create<{ box: Box | null }>(() => ({ box: null }));
export const openBox = (box: Box | null): void => useBox.setState({ box });
