import { paths } from './paths.tsx'
import classes from './road.module.css'

/** x, y of the foot. Size 1 is about 170 units high. */
type Placed = { x: number; y: number; size?: number; flip?: boolean }

function placeTransform({ x, y, size = 1, flip = false }: Placed): string {
  return `translate(${x} ${y}) scale(${flip ? -size : size} ${size})`
}

function Palm(at: Placed) {
  return (
    <g transform={placeTransform(at)}>
      {paths`
        trunk M-7 0c2-40 5-86 22-128l8 3C9-84 7-40 7 0Z
        frond M19-128c-22-24-52-26-74-6c26-8 48-6 68 10c-28-4-52 8-60 34c18-20 38-28 62-28Zm0 0c2-30 24-50 52-46c-22 6-36 20-44 42c22-18 50-14 64 10c-22-12-42-12-62-2c22 2 38 18 38 42c-10-22-24-36-46-42Z
        frond-light M19-128c-12-24-34-38-60-34c24 4 40 16 50 36Zm0 0c20-14 44-12 62 2c-22-4-42-2-60 6Z
      `}
    </g>
  )
}

function Tree(at: Placed) {
  return (
    <g transform={placeTransform(at)}>
      {paths`
        trunk M-4 0c1-18 0-30-1-44h10c-1 14-2 26-1 44Z
        frond M-34-52c-4-16 8-28 20-28c4-16 30-18 36-3c16-2 24 18 14 30c-8 12-24 10-34 8c-14 6-32 6-36-7Z
        frond-light M-28-58c0-12 9-18 18-18c4-12 20-14 27-5c-16 2-22 8-24 18c-8-2-16 0-21 5Z
      `}
    </g>
  )
}

/** A chhatri: the domed pavilion on the towers of Rajasthan's forts. */
function Chhatri(at: Placed) {
  return (
    <g transform={placeTransform(at)}>
      <path fill="var(--fort)" d="M-15 0v-20h3V0Zm9 0v-20h3V0Zm9 0v-20h3V0Zm9 0v-20h3V0Z" />
      <path fill="var(--fort-shade)" d="M-19-19h38v-4h-38Z" />
      <path fill="var(--fort)" d="M-15-23c0-13 8-19 14-25l1-7l1 7c6 6 14 12 14 25Z" />
      <path fill="var(--fort-shade)" d="M4-45c6 5 11 11 11 22H8c0-10-1-16-4-22Z" />
    </g>
  )
}

/** The pointed merlons along a wall, as one path. */
function merlons(from: number, to: number, y: number): string {
  const teeth = []
  for (let x = from; x < to; x += 9) teeth.push(`M${x} ${y}v-5c0-3 3-4 3-6c0 2 3 3 3 6v5Z`)
  return teeth.join('')
}

function Fort() {
  return (
    <g transform="translate(1292 392)">
      <path fill="var(--fort)" d="M-196 26v-58H176v58Z" />
      <path fill="var(--fort)" d={merlons(-196, 172, -31)} />
      <path fill="var(--fort-shade)" d="M-196-20H176v5H-196Z" />
      {[-176, -96, 84, 152].map((x) => (
        <g key={x} transform={`translate(${x} 0)`}>
          <path fill="var(--fort)" d="M-22 26c0-36 3-60 5-84h34c2 24 5 48 5 84Z" />
          <path fill="var(--fort-shade)" d="M6 26c1-36 2-60 2-84h9c2 24 5 48 5 84Z" />
          <path fill="var(--fort-shade)" d="M-20-58h40v-6h-40Z" />
          <Chhatri x={0} y={-63} />
          <path fill="var(--window)" d="M-5-22v-12c0-4 3-5 5-8c2 3 5 4 5 8v12Z" />
        </g>
      ))}
      <path fill="var(--fort)" d="M-52 26v-112h92v112Z" />
      <path fill="var(--fort-shade)" d="M24 26v-112h16v112Zm-76-84h92v5h-92Z" />
      <path fill="var(--fort)" d={merlons(-52, 38, -85)} />
      <Chhatri x={-40} y={-92} size={0.8} />
      <Chhatri x={28} y={-92} size={0.8} />
      <Chhatri x={-6} y={-92} size={1.25} />
      {paths`
        gate M-28 26v-38c0-14 14-18 22-30c8 12 22 16 22 30v38Z
        window M-36-62v-9c0-4 2-5 4-7c2 2 4 3 4 7v9Zm26 0v-9c0-4 2-5 4-7c2 2 4 3 4 7v9Zm22 0v-9c0-4 2-5 4-7c2 2 4 3 4 7v9Z
      `}
    </g>
  )
}

/** A kettuvallam, the thatched houseboat of Kerala's backwaters. */
function Houseboat() {
  return (
    <g transform="translate(316 604)">
      {paths`
        ripple M-96 8h196v3H-96Zm30 9h120v2.500H-66Z
        thatch M-66-12c0-34 24-50 62-50c40 0 64 18 66 50Z
        thatch-shade M-4-62c-12 14-16 30-16 50h-8c0-22 4-38 14-49Zm30 6c-4 12-6 28-6 44h-8c0-18 2-34 6-47Z
        window M-52-14v-12h16v12Zm84 0v-14h16v14Zm-46 0v-16h16v16Z
        hull M-118-30c12 12 22 18 40 19H80c18-1 30-8 44-22c-6 26-22 42-46 42H-72c-22 0-38-14-46-39Z
      `}
    </g>
  )
}

/** The traveller who gives the product its name. */
function Raahi() {
  return (
    <g transform="translate(1046 712) scale(1.15)">
      <ellipse fill="var(--shadow)" cx="10" cy="1" rx="26" ry="4.500" />
      <path className={classes.staff} d="M17-44 21 0" />
      <path fill="var(--leg)" d="M-6-26-13 0h6l8-18l5 18h6l-3-26Z" />
      <path fill="var(--kurta)" d="M-7-52c3-4 11-4 14 0c3 8 5 20 5 33h-22c-1-13 0-25 3-33Z" />
      <path fill="var(--pack)" d="M-18-50c0-4 4-5 10-4c2 8 2 16 0 25c-7 1-11 0-11-4Z" />
      <path fill="var(--skin)" d="M6-48c5 4 9 8 13 9l-1 4c-6-1-11-4-15-8Z" />
      <circle fill="var(--skin)" cx="1" cy="-60" r="6.500" />
      <path fill="var(--pack)" d="M-7-61c-1-9 15-11 16-1c-5-3-11-2-16 1Z" />
    </g>
  )
}

const STARS = [
  [90, 70, 2],
  [210, 150, 1.5],
  [330, 60, 1.5],
  [470, 120, 2],
  [600, 50, 1.5],
  [705, 165, 1.5],
  [820, 85, 2],
  [905, 190, 1.5],
  [1160, 60, 1.5],
  [1230, 150, 2],
  [1330, 80, 1.5],
  [1440, 170, 1.5],
  [1530, 65, 2],
  [1400, 230, 1.5],
  [130, 240, 1.5],
  [560, 215, 1.5],
] as const

/** The road through a small India, from the backwaters to the hills: by day, and by night in the dark scheme. */
export function RoadScene({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 1600 800"
      preserveAspectRatio="xMidYMax slice"
      className={`${classes.scene} ${className ?? ''}`}
      aria-hidden="true"
    >
      <defs>
        <linearGradient id="sky-road" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={classes.skyTop} />
          <stop offset="0.35" className={classes.skyTop} />
          <stop offset="0.62" className={classes.skyLow} />
        </linearGradient>
      </defs>
      <rect width="1600" height="800" fill="url(#sky-road)" />
      <g className={classes.stars}>
        {STARS.map(([x, y, r]) => (
          <circle key={x} cx={x} cy={y} r={r} />
        ))}
      </g>
      <g fill="var(--sun)">
        <g className={classes.halo}>
          <circle cx="1010" cy="372" r="205" opacity="0.14" />
          <circle cx="1010" cy="372" r="142" opacity="0.24" />
        </g>
        <circle cx="1010" cy="372" r="88" />
      </g>
      <g className={classes.birds}>
        <path d="M1120 210c8-8 14-8 18 0c4-8 10-8 18 0m24-32c6-6 11-6 14 0c3-6 8-6 14 0m-10 62c5-5 9-5 12 0c3-5 7-5 12 0" />
      </g>
      {paths`
        peaks M0 470V398l88-52l58 34l104-92l66 50l40-26l106-104l84 96l42-30l98 84l66-40l120 92l90 40v20Z
        peak-shade M250 288l66 50l40-26l-24 52l30 64l-70-52Zm212-80l84 96l42-30l-6 50l50 96l-96-84l-34-42l-22-44Zm290 110l120 92l90 40h-62l-86-46l-54-44Z
        snow M462 208l-46 45l22 10l14-16l16 26l14-20l22 14l-4-17Zm-212 80l-34 30l18 4l14-12l14 20l10-16l18 3Zm338-14l-22 16l12 10l12-6l10 14l8-14l10 2Z
        haze M0 452c140-44 262-36 392-10s250-38 390-8s290-52 440-16s260-6 378 14v368H0Z
        fort-hill M640 560c200-30 300-112 430-148c90-26 190-36 262-28c96 10 190 44 268 62v354H640Z
      `}
      <Fort />
      {paths`
        meadow M0 538c180-58 360-44 520-16s400 30 580-8s340-40 500-12v298H0Z
        water M0 572c190-16 410-10 560 16c34 8 30 20 0 26c-160 26-360 26-560 20Z
        ripple M60 592h120v2.500H60Zm360 6h96v2.500h-96ZM120 620h150v2.500H120Z
      `}
      <Houseboat />
      <Tree x={720} y={566} size={0.62} />
      <Tree x={690} y={572} size={0.8} />
      <Tree x={1216} y={546} size={0.7} />
      <Tree x={1256} y={550} size={0.9} />
      <Tree x={1500} y={540} size={0.8} />
      {paths`
        field M0 654c240-46 470-44 700-14s520 34 900-34v194H0Z
        furrow M1180 800c60-70 150-120 300-166l14-3c-130 50-210 100-262 169Zm140 0c40-56 110-106 220-150l16-4c-100 50-156 98-188 154Zm130 0c26-40 70-76 150-112v8c-60 34-96 66-116 104Z
        road-edge M986 504c8-28 70-28 144-42c60-11 110-22 148-48l16 2c-40 38-98 50-156 62c-62 12-112 10-138 28Z
        road M990 504c8-24 68-24 141-37c60-11 112-24 151-49l8 1c-38 32-96 45-153 56c-66 13-118 12-137 29Z
        road M640 800c90-66 300-66 352-112c34-34-150-36-172-78c-16-32 136-38 164-66c16-18-8-28 4-42h10c-6 14 34 26 24 48c-18 36-122 32-112 60c14 36 236 38 226 96c-10 52-190 48-226 94Z
        road-edge M640 800c90-66 300-66 352-112c34-34-150-36-172-78c-16-32 136-38 164-66c16-18-8-28 4-42h2c-10 14 14 24-2 42c-26 30-172 36-158 64c22 40 210 42 174 82c-50 50-258 48-338 110Zm270 0c36-46 216-42 226-94c10-58-212-60-226-96c-10-28 94-24 112-60c10-22-30-34-24-48h-2c-6 14 30 26 18 48c-18 34-124 32-112 62c14 34 232 36 224 94c-12 48-194 46-230 94Z
        dash M772 800c18-16 40-24 66-32l8 5c-24 8-42 15-56 27Zm112-46c30-8 58-15 84-24l4 5c-26 9-54 16-82 23Zm116-37c20-9 36-19 42-32l9 1c-8 16-25 27-46 36Zm34-48c-18-12-44-20-72-29l3-2.500c30 9 58 18 75 30Zm-106-40c-26-9-46-17-54-30h4c8 12 28 20 53 28Zm-46-42c20-12 48-16 74-22l1 2c-25 6-51 11-71 21Zm98-31c18-7 28-16 24-26h2c6 11-6 22-24 28Z
      `}
      <Tree x={560} y={664} size={0.95} />
      <Tree x={1178} y={664} size={0.75} />
      <Raahi />
      <Palm x={1430} y={742} size={1.45} />
      <Palm x={1336} y={730} size={1.05} flip />
      <Palm x={96} y={752} size={1.35} />
      <g transform="translate(590 772)">
        <ellipse fill="var(--shadow)" cx="8" cy="0" rx="44" ry="6" />
        <path fill="var(--stone)" d="M-28 0v-48a28 28 0 0 1 56 0V0Z" />
        <path fill="var(--stone-cap)" d="M-28-46v-2a28 28 0 0 1 56 0v2Z" />
        <path fill="var(--stone-shade)" d="M14 0v-72.200A28 28 0 0 1 28-48V0Z" />
        <path fill="var(--stone-text)" d="M-14-36h22v4h-22Zm0 9h16v4h-16Z" />
      </g>
      <path
        fill="var(--verge)"
        d="M0 752c120-22 260-10 370 14c70 14 130 24 190 34H0Zm1600-24c-120 4-280 22-400 72h400Z"
      />
    </svg>
  )
}
