import { byId } from './dom';

// Asks whether the running game may end without a result.
export function askToEndGame(): Promise<boolean> {
  const dialog = byId<HTMLDialogElement>('leave');
  dialog.returnValue = 'stay'; // Escape changes nothing
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener('close', () => done(dialog.returnValue === 'end'), { once: true }));
}
