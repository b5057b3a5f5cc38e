// Sounds of wood and metal, made here: nothing has to be loaded.
export type Sound = 'move' | 'capture' | 'check' | 'end';

let context: AudioContext | undefined;

export function playSound(sound: Sound): void {
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume().catch(() => undefined); // not before a first click or key
    const now = context.currentTime;
    switch (sound) {
      case 'move':
        return knock(context, now, 420, 0.5);
      case 'capture':
        knock(context, now, 900, 0.45);
        return knock(context, now + 0.045, 380, 0.6);
      case 'check':
        knock(context, now, 420, 0.5);
        return ring(context, now + 0.02, 880, 0.18, 0.12);
      case 'end':
        for (const [index, pitch] of [523, 659, 784].entries()) ring(context, now + index * 0.09, pitch, 0.6, 0.1);
    }
  } catch {
    // No sound here; the game goes on.
  }
}

// A piece put down: a short burst of noise through a narrow band.
function knock(audio: AudioContext, at: number, pitch: number, loudness: number): void {
  const length = 0.07; // s
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; ++i) samples[i] = (Math.random() * 2 - 1) * Math.exp((-i / samples.length) * 7);
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  const band = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 1.4 });
  source.connect(band).connect(new GainNode(audio, { gain: loudness })).connect(audio.destination);
  source.start(at);
}

function ring(audio: AudioContext, at: number, pitch: number, length: number, loudness: number): void {
  const tone = new OscillatorNode(audio, { type: 'triangle', frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length);
}

// What is heard of a move.
export function soundOf(san: string, isOver: boolean): Sound {
  if (isOver) return 'end';
  return san.endsWith('+') ? 'check' : san.includes('x') ? 'capture' : 'move';
}
