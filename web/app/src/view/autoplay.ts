// Goes through the game by itself, until its end or until something else is done.
export class Autoplay {
  private timer: ReturnType<typeof setTimeout> | undefined;

  // `step` goes one move on; whether there was one.
  constructor(
    private readonly button: HTMLElement,
    private readonly step: () => boolean,
    private readonly seconds: () => number,
  ) {}

  toggle(): void {
    if (this.timer === undefined) this.wait();
    else this.stop();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.show();
  }

  private wait(): void {
    this.timer = setTimeout(() => {
      if (this.step()) this.wait();
      else this.stop();
    }, this.seconds() * 1000);
    this.show();
  }

  private show(): void {
    const isOn = this.timer !== undefined;
    this.button.setAttribute('aria-pressed', String(isOn));
    this.button.textContent = isOn ? '❙❙' : '▷';
  }
}
