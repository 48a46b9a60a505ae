// Shapes that several scenes use, each as the `d` of one path, in units of the scenes' view box.

/**
 * The view box of every scene. The main subject is in the middle, so that the scene can be cropped tall, 4:3 and
 * 21:9.
 */
export const SCENE_BOX = '0 0 1680 1000'

/** Position of a shape: x, y of its foot. */
export interface Placed {
  x: number
  y: number
  size?: number
  flip?: boolean
}

/** For the `transform` of a group. */
export function placeTransform({ x, y, size = 1, flip = false }: Placed): string {
  return `translate(${x} ${y}) scale(${flip ? -size : size} ${size})`
}

const round = Math.round

/** One palm leaf from the crown at 0,0, with hanging leaflets. `angle` in degrees (0 right, 90 up). */
function frond(angle: number, length: number): string {
  const radians = (angle * Math.PI) / 180
  const dx = Math.cos(radians)
  const dy = -Math.sin(radians)
  const at = (t: number): [number, number] => [
    dx * length * t,
    // It rises first and bends down at the end.
    dy * length * t - length * 0.34 * t * (1 - t) + length * 0.42 * t * t,
  ]
  const teeth = 7
  const edge: string[] = []
  for (let i = teeth; i >= 1; i -= 1) {
    const [tipX, tipY] = at(i / teeth)
    const [innerX, innerY] = at((i - 0.7) / teeth)
    const depth = length * 0.2 * Math.sin(Math.PI * Math.min(0.92, i / teeth))
    edge.push(
      `L${round(tipX + dx * 3)} ${round(tipY + depth)}L${round(innerX)} ${round(innerY + 2)}`,
    )
  }
  const [endX, endY] = at(1)
  const [bendX, bendY] = [dx * length * 0.5, dy * length * 0.5 - length * 0.42]
  return `M0 0Q${round(bendX)} ${round(bendY)} ${round(endX)} ${round(endY)}${edge.join('')}Z`
}

/** The leaves of a palm around 0,0: those behind (`back`) are darker, those in front lighter. */
export const palmLeaves = {
  back: [168, 124, 56, 12, -30, 208].map((angle) => frond(angle, 118)).join(''),
  front: [146, 106, 74, 34, -8, 188].map((angle) => frond(angle, 104)).join(''),
}

/** The trunk of a palm of `height`, with its foot at 0,0 and its crown at the horizontal offset `lean`. */
export function palmTrunk(height: number, lean: number): string {
  const bend = lean * 0.25
  return `M-9 0Q${round(bend - 4)} ${round(-height * 0.6)} ${lean - 4} ${-height}h8Q${round(bend + 9)} ${round(-height * 0.6)} 9 0Z`
}

/** A deodar with its foot at 0,0, about 200 high: tiers of drooping branches. */
export const deodar = {
  dark: 'M0-200L16-160L9-163L30-118L19-122L44-74L29-79L58-28Q0-10-58-28L-29-79L-44-74L-19-122L-30-118L-9-163L-16-160Z',
  light:
    'M0-200L-16-160L-9-163L-30-118L-19-122L-44-74L-29-79L-58-28Q-34-22-16-20Q-26-70-8-120Q-4-160 0-200Z',
  trunk: 'M-6 0v-30h12v30Z',
}

/** The pointed merlons along a wall, from x to x on the line y. */
export function merlons(from: number, to: number, y: number, width = 12): string {
  const half = width / 3
  let teeth = ''
  for (let x = from; x <= to - width / 2; x += width) {
    teeth += `M${x} ${y}v${-half * 1.6}q0-${half} ${half}-${half * 1.6}q${half} ${half * 0.6} ${half} ${half * 1.6}v${half * 1.6}Z`
  }
  return teeth.replace(/(\.\d)\d+/g, '$1')
}

/** A pointed arch of this width and height, with the middle of its foot at x, y. */
export function arch(x: number, y: number, width: number, height: number): string {
  const half = width / 2
  const straight = height - width * 0.75
  return `M${x - half} ${y}v${-straight}q0${-width * 0.42} ${half}${-width * 0.75}q${half} ${width * 0.33} ${half} ${width * 0.75}v${straight}Z`
}

/** A dome with its finial, with the middle of its foot at x, y. */
export function dome(x: number, y: number, width: number): string {
  const half = width / 2
  const r = (value: number) => Math.round(value * 10) / 10
  return `M${r(x - half)} ${y}q${r(-half * 0.12)} ${r(-half * 0.72)} ${r(half * 0.72)} ${r(-half * 1.02)}q${r(half * 0.2)} ${r(-half * 0.14)} ${r(half * 0.28)} ${r(-half * 0.55)}q${r(half * 0.08)} ${r(half * 0.41)} ${r(half * 0.28)} ${r(half * 0.55)}q${r(half * 0.84)} ${r(half * 0.3)} ${r(half * 0.72)} ${r(half * 1.02)}Z`
}

/** The stars of the night sky, the same in every scene. */
export const stars = [
  [120, 90, 3],
  [260, 210, 2],
  [395, 70, 2],
  [520, 180, 3],
  [640, 60, 2],
  [735, 240, 2],
  [880, 110, 3],
  [1010, 55, 2],
  [1095, 215, 2],
  [1210, 95, 3],
  [1330, 190, 2],
  [1455, 70, 3],
  [1580, 170, 2],
  [190, 330, 2],
  [1520, 300, 2],
]
  .map(
    ([x = 0, y = 0, r = 2]) =>
      `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`,
  )
  .join('')
