import { paths } from './paths.tsx'
import scene from './scene.module.css'
import { Birds, Palm, type SceneProps, Sun } from './scene.tsx'
import { deodar, placeTransform, stars } from './shapes.ts'
import classes from './signpost.module.css'

/** The boards of the post from the top: direction, angle, and text. */
const BOARDS = [
  { name: 'Manali', y: 124, width: 208, tilt: -3, left: true, fill: 'var(--board-sky)' },
  { name: 'Goa', y: 180, width: 156, tilt: 2, left: false, fill: 'var(--board-sea)' },
  { name: 'Kerala', y: 236, width: 190, tilt: -1.5, left: true, fill: 'var(--board-leaf)' },
  { name: 'Jaipur', y: 292, width: 182, tilt: 3, left: false, fill: 'var(--board-rose)' },
  { name: 'Rajasthan', y: 348, width: 232, tilt: -2, left: true, fill: 'var(--board-sand)' },
] as const

/** A board in the shape of an arrow, with its nail at 0,0. */
function board(width: number, left: boolean): string {
  const to = left ? -1 : 1
  return `M${-44 * to}-25h${width * to}l${30 * to} 25l${-30 * to} 25h${-width * to}Z`
}

/** A signpost with place names on a hill, between the snow and the palms. */
export function SignpostScene({ className = '' }: SceneProps) {
  return (
    <svg
      viewBox="0 0 1680 520"
      preserveAspectRatio="xMaxYMax slice"
      className={`${scene.scene} ${className}`}
      aria-hidden="true"
    >
      <path className={scene.stars} d={stars} />
      <Sun x={1290} y={230} r={104} />
      <Birds x={1010} y={120} />
      <g transform="translate(206 74) scale(0.84)">
        {paths`
          peaks M540 420L742 236l58 44l110-118l96 104l66-38l108 112l190 80Z
          peak-shade M910 162l96 104l66-38l108 112l40 30h-150l-50-60l-44-26l-34-44Z
          snow M910 162l-44 47l22 14l16-14l20 20l18-12l16 9l-8-20Z
        `}
      </g>
      <path fill="var(--haze)" d="M0 452q220-62 470-40t520-34q350-26 690 22v120H0Z" />
      <path fill="var(--meadow)" d="M0 486q300-58 640-34t560-54q260-34 480 0v122H0Z" />
      <g className={classes.woods}>
        {[
          [942, 448, 0.4],
          [986, 452, 0.52],
          [1030, 446, 0.42],
        ].map(([x = 0, y = 0, size = 1]) => (
          <g key={x} transform={placeTransform({ x, y, size })}>
            <path fill="var(--trunk)" d={deodar.trunk} />
            <path fill="var(--frond)" d={deodar.dark} />
            <path fill="var(--frond-light)" d={deodar.light} />
          </g>
        ))}
      </g>
      <path fill="var(--field)" d="M620 520q240-8 420-60t340-46q170 4 300 42v64Z" />
      {/* The road reaches the post and divides there. */}
      {paths`
        road-edge M1006 520q150-30 262-44q92-12 130-40h26q-6 22-54 44q-60 26-92 40Z
        road M1030 520q150-30 246-40q86-12 126-42h14q-8 18-58 40q-68 28-100 42Z
      `}
      <path
        fill="none"
        stroke="var(--dash)"
        strokeWidth="4"
        strokeDasharray="26 20"
        d="M1150 516q110-26 178-46q50-16 76-32"
      />
      <path fill="var(--trunk)" d="M1401 452V92h18v360Z" />
      <path fill="var(--board-edge)" d="M1413 452V92h6v360Z" />
      <path fill="var(--raahi-action)" d="M1393 96q0-20 17-30q17 10 17 30Z" />
      {BOARDS.map(({ name, y, width, tilt, left, fill }) => (
        <g key={name} transform={`translate(1410 ${y}) rotate(${tilt})`}>
          <path className={classes.shade} transform="translate(4 6)" d={board(width, left)} />
          <path fill={fill} d={board(width, left)} />
          <text
            className={classes.name}
            x={(left ? -1 : 1) * (width / 2 - 32)}
            y="10"
            textAnchor="middle"
          >
            {name}
          </text>
        </g>
      ))}
      <g fill="var(--raahi-action)">
        {BOARDS.map(({ y }) => (
          <circle key={y} cx={1410} cy={y} r="4" />
        ))}
      </g>
      <path fill="var(--verge)" d="M1230 520q90-52 190-58q150-8 260 30v28Z" />
      <g className={classes.palms}>
        <Palm x={1652} y={514} height={176} lean={14} size={0.78} />
        <Palm x={1578} y={518} height={118} lean={-16} size={0.62} />
      </g>
      <path fill="var(--verge)" d="M0 520q180-34 420-24q130 6 240 24Z" />
    </svg>
  )
}
