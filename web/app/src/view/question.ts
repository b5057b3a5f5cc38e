import { byId } from './dom';

// Asks in a dialog of the page before a game is ended; Escape changes nothing.
export function ask(dialogId: 'leave' | 'resigning'): Promise<boolean> {
  const dialog = byId<HTMLDialogElement>(dialogId);
  dialog.returnValue = 'stay';
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener('close', () => done(dialog.returnValue === 'end'), { once: true }));
}
