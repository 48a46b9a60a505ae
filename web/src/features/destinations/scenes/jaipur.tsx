import classes from './jaipur.module.css'
import { paths } from './paths.tsx'
import { Birds, Scene, type SceneProps, Sun } from './scene.tsx'
import { arch, dome, merlons, type Placed, placeTransform } from './shapes.ts'

/** Hawa Mahal, the palace of winds, in the morning. */
export function JaipurScene({ className = '' }: SceneProps) {
  return (
    <Scene name="jaipur" palette={classes.jaipur} className={className}>
      <Sun x={1216} y={262} r={88} />
      <Hills />
      <Birds x={360} y={250} />
      <SideHouses />
      <Palace />
      <Street />
    </Scene>
  )
}

/** The Aravallis with the wall of Nahargarh along the ridge. */
function Hills() {
  return (
    <>
      {paths`
        hill-far M0 470c140-80 260-110 400-70c120 30 220 60 360 40c220-30 360-110 520-90c160 20 280 80 400 100v200H0Z
        hill-wall M1080 372l60-26l80-14l110 4l110 26l-2 14l-108-24l-106-4l-78 14l-62 26ZM1210 338v-28h34v24ZM1390 356v-26h34v34Z
        hill M0 560c160-60 320-70 480-30c180 30 380 30 560-10c220-50 440-40 640 20v160H0Z
      `}
    </>
  )
}

/** One storey of bays, centred on x = 0 with its foot at y. Every bay has a lattice, a ledge and a curved roof. */
function Storey({
  y,
  bays,
  width,
  height,
}: {
  y: number
  bays: number
  width: number
  height: number
}) {
  const middles = Array.from({ length: bays }, (_, i) => (i - (bays - 1) / 2) * width)
  const half = width * 0.42
  const body = height * 0.62
  const eaves = y - body
  return (
    <>
      <path
        fill="var(--wall)"
        d={`M${-(bays * width) / 2} ${y}v${-body}h${bays * width}v${body}Z`}
      />
      <path
        fill="var(--bay)"
        d={middles.map((x) => `M${x - half} ${y}v${-body}h${half * 2}v${body}Z`).join('')}
      />
      <path
        fill="var(--bay-shade)"
        d={middles.map((x) => `M${x + half * 0.5} ${y}v${-body}h${half * 0.5}v${body}Z`).join('')}
      />
      <path
        fill="var(--pane)"
        d={middles
          .flatMap((x) =>
            [-0.56, 0, 0.56].map((part) =>
              arch(x + half * part, y - body * 0.16, half * 0.42, body * 0.6),
            ),
          )
          .join('')}
      />
      <path
        fill="var(--trim)"
        d={middles
          .map(
            (x) =>
              `M${x - half - 3} ${eaves}h${half * 2 + 6}v5h${-half * 2 - 6}ZM${x - half - 2} ${y - 6}h${half * 2 + 4}v6h${-half * 2 - 4}Z`,
          )
          .join('')}
      />
      <path fill="var(--roof)" d={middles.map((x) => dome(x, eaves, half * 2)).join('')} />
      <path
        fill="var(--roof-light)"
        d={middles
          .map(
            (x) =>
              `M${x - half * 0.7} ${eaves - 3}q0-${half * 0.55} ${half * 0.5}-${half * 0.75}q-${half * 0.1} ${half * 0.4}-${half * 0.12} ${half * 0.75}Z`,
          )
          .join('')}
      />
    </>
  )
}

/** The wall behind the bays, which narrows with each storey. */
function Palace() {
  return (
    <g transform="translate(840 0)">
      <path
        fill="var(--wall-shade)"
        d="M-420 800V560h42v-86h96v-90h92v-84h76v-66h228v66h76v84h92v90h96v86h42v240Z"
      />
      <Storey y={800} bays={15} width={56} height={118} />
      <Storey y={694} bays={15} width={56} height={118} />
      <Storey y={588} bays={13} width={56} height={112} />
      <Storey y={488} bays={9} width={58} height={110} />
      <Storey y={390} bays={5} width={58} height={108} />
      <Storey y={294} bays={3} width={58} height={108} />
      <path fill="var(--flag)" d="M-2-8h4v0h-4Z" />
      {[
        [-330, 478],
        [330, 478],
        [-220, 380],
        [220, 380],
        [-132, 284],
        [132, 284],
        [0, 196],
      ].map(([x = 0, y = 0]) => (
        <path key={`${x} ${y}`} fill="var(--flag)" d={`M${x} ${y - 10}v-46h3l26 9l-26 9v28Z`} />
      ))}
    </g>
  )
}

/** The pink houses on both sides, with arcades of shops. */
function SideHouses() {
  return (
    <>
      <path fill="var(--house)" d="M0 820V560h420v260ZM1260 820V560h420v260Z" />
      <path fill="var(--house)" d={merlons(0, 420, 561, 16) + merlons(1260, 1670, 561, 16)} />
      <path
        fill="var(--house-shade)"
        d="M0 578h420v8H0ZM1260 578h420v8h-420ZM0 688h420v10H0ZM1260 688h420v10h-420Z"
      />
      <path
        fill="var(--trim)"
        d={[40, 120, 200, 280, 360, 1320, 1400, 1480, 1560, 1640]
          .map((x) => arch(x, 678, 46, 80))
          .join('')}
      />
      <path
        fill="var(--pane)"
        d={[40, 120, 200, 280, 360, 1320, 1400, 1480, 1560, 1640]
          .map((x) => arch(x, 678, 34, 68))
          .join('')}
      />
      <path
        fill="var(--shop)"
        d={[52, 156, 260, 364, 1316, 1420, 1524, 1628].map((x) => arch(x, 820, 80, 110)).join('')}
      />
      <path fill="var(--house)" d="M100 240h0ZM150 560v-70h100v70ZM1430 560v-80h110v80Z" />
      <path fill="var(--roof)" d={dome(200, 490, 110) + dome(1485, 480, 120)} />
      <path
        fill="var(--pane)"
        d={
          [176, 224].map((x) => arch(x, 548, 26, 44)).join('') +
          [1458, 1512].map((x) => arch(x, 548, 28, 50)).join('')
        }
      />
    </>
  )
}

/** Awnings, people, a rickshaw, and pigeons taking off. */
function Street() {
  return (
    <>
      {paths`
        pavement M0 796h1680v34H0Z
        pavement-line M0 826h1680v8H0Z
        road M0 834h1680v166H0Z
        road-dash M60 912h130v8H60Zm300 0h130v8H360Zm300 0h130v8H660Zm300 0h130v8H960Zm300 0h130v8h-130Zm300 0h120v8h-120Z
      `}
      <Awning x={110} y={752} />
      <Awning x={316} y={752} second />
      <Awning x={1364} y={752} second />
      <Awning x={1570} y={752} />
      <path
        fill="var(--gate)"
        d={arch(520, 800, 58, 92) + arch(840, 800, 70, 104) + arch(1160, 800, 58, 92)}
      />
      <path
        fill="var(--bird)"
        d="M590 848q8-12 20-2q8-4 12 2q-10 8-32 0ZM640 862q8-12 20-2q8-4 12 2q-10 8-32 0ZM1060 858q8-12 20-2q8-4 12 2q-10 8-32 0ZM1010 950q8-12 20-2q8-4 12 2q-10 8-32 0ZM1070 962q8-12 20-2q8-4 12 2q-10 8-32 0ZM1046 938q8-12 20-2q8-4 12 2q-10 8-32 0Z"
      />
      <Woman x={470} y={834} sari="var(--sari-1)" />
      <Woman x={520} y={840} sari="var(--sari-2)" flip />
      <Woman x={1216} y={836} sari="var(--sari-3)" flip />
      <Rickshaw />
    </>
  )
}

function Awning({ second = false, ...at }: Placed & { second?: boolean }) {
  return (
    <g transform={placeTransform(at)}>
      <path
        fill={second ? 'var(--awning-2)' : 'var(--awning)'}
        d="M-84-10H84l16 46q-10 10-20 0q-10 10-20 0q-10 10-20 0q-10 10-20 0q-10 10-20 0q-10 10-20 0q-10 10-20 0q-10 10-20 0q-10 10-20 0q-10 10-20 0Z"
      />
      <path
        fill="var(--awning-stripe)"
        d="M-62-10h24l-14 46q-12 10-24 0ZM-14-10h24l0 46q-12 10-24 0ZM36-10h24l14 46q-12 10-24 0Z"
      />
    </g>
  )
}

function Woman({ sari, ...at }: Placed & { sari: string }) {
  return (
    <g transform={placeTransform(at)}>
      <path fill="var(--shadow)" d="M-26 2q26-8 56 2q-28 8-56-2Z" />
      <path fill={sari} d="M-12-74q12-10 24 0q6 22 12 74h-46q2-44 10-74Z" />
      <path fill="var(--gilt)" d="M-21-8h44l1 8h-46ZM-12-72q14 18 26 22l0 6q-20-4-28-20Z" />
      <circle fill="var(--skin)" cx="0" cy="-86" r="10" />
      <path fill={sari} d="M-14-70q-6-30 14-30q16 0 14 16q-8-6-14-6q-6 4-4 20Z" />
    </g>
  )
}

/** A cycle rickshaw with its hood up. */
function Rickshaw() {
  return (
    <g transform="translate(800 858)">
      <path fill="var(--shadow)" d="M-110 6q130-16 300 2q-140 16-300-2Z" />
      <path
        fill="none"
        stroke="var(--wheel)"
        strokeWidth="6"
        d="M-70-28a34 34 0 1 0 0 .1ZM166-28a32 32 0 1 0 0 .1Z"
        transform="translate(34 0)"
      />
      <path
        fill="none"
        stroke="var(--wheel)"
        strokeWidth="2"
        d="M-70-62v68M-104-28h68M-94-52l48 48M-46-52l-48 48M134-60v64M102-28h64M112-50l44 44M156-50l-44 44"
        transform="translate(0 0)"
      />
      {paths`
        seat M-112-74h96l6 26H-104Z
        hood M-120-74c-10-60 20-96 70-94c30 2 46 16 52 36l-16 6c-10-20-24-26-38-24c-30 6-38 36-34 76Z
        gilt M-112-74h96l2 6H-111Z
        frame M-20-52l50 6l40-34l64 52l-5 5l-56-44l-40 32l-56-8ZM66-96l14-4l20 40l-7 4ZM84-102h24v6H84Z
        sari-2 M-86-74q-2-40 14-46q18 4 22 46Z
      `}
      <circle fill="var(--skin)" cx="-70" cy="-128" r="10" />
      <path fill="var(--hair)" d="M-82-126q-2-16 12-16t12 12q-8-6-14-4q-6 2-10 8Z" />
      <path fill="var(--kurta)" d="M28-66q-4-40 10-52q16-4 22 8q4 22-4 42ZM54-110l34 8v8l-36-2Z" />
      <path fill="var(--hair)" d="M26-70h30l24 34l-8 34h-9l6-30l-20-18h-22Z" />
      <circle fill="var(--skin)" cx="48" cy="-130" r="10" />
      <path fill="var(--awning)" d="M36-132c-2-18 26-18 25-1c3 5 1 8-3 7c-4-8-12-10-22-6Z" />
    </g>
  )
}
