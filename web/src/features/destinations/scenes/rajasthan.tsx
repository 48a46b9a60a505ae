import { paths } from './paths.tsx'
import classes from './rajasthan.module.css'
import { Birds, Scene, type SceneProps, Sun } from './scene.tsx'
import { arch, dome, merlons, type Placed, placeTransform } from './shapes.ts'

/** The desert of Rajasthan: a golden fort on its rock, and a caravan over the dunes. */
export function RajasthanScene({ className = '' }: SceneProps) {
  return (
    <Scene name="rajasthan" palette={classes.rajasthan} className={className}>
      <Sun x={1010} y={330} r={120} />
      <Birds x={430} y={190} />
      <path
        fill="var(--range)"
        d="M0 520c90-60 170-84 260-70c80-40 170-60 250-30c140-30 260-20 380 10c130-40 260-40 370 0c120-30 260-10 420 50v80H0Z"
      />
      <Fort />
      {paths`
        dune-far M0 590c170-50 330-54 520-24c200 32 320 40 500 6c220-40 430-44 660 4v200H0Z
        dune-far-shade M520 566c150 24 250 34 380 20c-120 30-190 60-300 66c-60-20-70-58-80-86Z
      `}
      <Trees />
      {paths`
        dune M0 700c120-20 260-66 430-64c220 2 330 96 560 96c260 0 420-86 690-70v340H0Z
        dune-shade M430 636c220 2 330 96 560 96c-150 24-290 70-420 70c-100-40-130-120-140-166Z
      `}
      <Caravan />
      {paths`
        dune-near M0 830c200 30 330 40 520 4c240-46 360-60 560-10c200 48 380 40 600-20v200H0Z
        dune-near-shade M760 790c130-6 210 10 320 34c130 30 250 38 380 22c-150 40-270 70-420 154H820c30-90 0-160-60-210Z
        ripple M60 900q90 22 200 8q-110 26-200-8Zm150 46q120 22 260 2q-140 30-260-2Zm200-70q80 16 170 2q-90 26-170-2Zm1010 30q90 16 190-8q-90 34-190 8Zm-220 50q120 10 220-14q-100 36-220 14Z
      `}
      <Scrub x={300} y={900} size={1.2} />
      <Scrub x={1400} y={880} />
      <Scrub x={1170} y={936} size={0.8} />
    </Scene>
  )
}

/** A khejri, a desert tree, in the distance. */
function Trees() {
  return (
    <>
      {[
        [250, 596, 0.9],
        [330, 588, 0.7],
        [1320, 588, 0.9],
        [1440, 592, 0.75],
      ].map(([x = 0, y = 0, size = 1]) => (
        <g key={x} transform={placeTransform({ x, y, size })}>
          {paths`
            trunk M-5 4q4-40-10-70l6-2q8 16 12 34q8-24 20-36l5 4q-18 26-20 70Z
            tree M-60-62q-6-24 20-28q8-28 40-22q20-14 40 2q26 0 24 24q14 20-8 28q-16 10-34 2q-20 12-40 2q-30 8-42-8Z
            tree-light M-46-74q2-14 18-14q8-18 30-12q14-8 26 2q-20 2-28 14q-24-6-46 10Z
          `}
        </g>
      ))}
    </>
  )
}

/** A domed pavilion on pillars. */
function Chhatri({ x, y, size = 1 }: Placed) {
  return (
    <g transform={placeTransform({ x, y, size })}>
      <path fill="var(--fort)" d="M-20 0v-26h5V0Zm12 0v-26h4V0Zm12 0v-26h4V0Zm11 0v-26h5V0Z" />
      <path fill="var(--fort-shade)" d="M-26-24h52v-6h-52Z" />
      <path fill="var(--fort-light)" d={dome(0, -30, 40)} />
    </g>
  )
}

const bastions = [-390, -250, -130, 150, 270, 400]

function Fort() {
  return (
    <g transform="translate(800 566)">
      {paths`
        rock M-560 20c60-60 120-70 170-112h780c50 40 130 50 200 112v60H-560Z
        rock-shade M-380-92l-40 60l30 8l-20 40h-60l20-50l-30-10ZM-120-92l-30 70l40 10l-20 30h-60l10-60ZM200-92l-30 60l50 20l-10 32h-70l10-50ZM420-78l-10 50l40 14l-4 30h-70l10-60Z
        fort M-420-70v-90H430v90Z
      `}
      <path fill="var(--fort)" d={merlons(-420, 424, -159, 14)} />
      <path fill="var(--fort-shade)" d="M-420-142H430v7H-420Zm0 64H430v10H-420Z" />
      <Palace />
      {bastions.map((x) => (
        <g key={x} transform={`translate(${x} 0)`}>
          {paths`
            fort-light M-34-58c0-50 6-90 8-120h52c2 30 8 70 8 120Z
            fort-shade M10-58c2-50 2-90 2-120h14c2 30 8 70 8 120ZM-30-158h60v7h-60Z
          `}
          <path fill="var(--fort-light)" d={merlons(-27, 27, -177, 13)} />
          <path fill="var(--gate)" d={arch(-6, -112, 10, 22)} />
        </g>
      ))}
      <path fill="var(--fort-light)" d="M-46-58v-138H46v138Z" />
      <path fill="var(--fort-shade)" d="M28-58v-138h18v138ZM-46-172h92v6h-92Z" />
      <path fill="var(--fort-light)" d={merlons(-46, 44, -195, 13)} />
      <path fill="var(--gate)" d={arch(0, -58, 52, 84)} />
      <Chhatri x={-34} y={-204} size={0.75} />
      <Chhatri x={34} y={-204} size={0.75} />
    </g>
  )
}

/** The buildings above the walls: the palace with its balconies, and a temple's spires. */
function Palace() {
  return (
    <>
      {paths`
        fort-light M-220-158v-96h120v-34H90v40h110v90Z
        fort M-60-160v-170H50v170ZM110-160v-112h44v112Z
        fort-shade M-220-236h120v6h-120ZM90-232h110v6H90ZM-66-330H56v8H-66ZM-66-276H56v6H-66ZM30-160v-162h20v162Z
      `}
      <path
        fill="var(--gate)"
        d={
          [-200, -172, -144, -116].map((x) => arch(x, -196, 14, 28)).join('') +
          [112, 138, 164, 188].map((x) => arch(x, -196, 13, 26)).join('') +
          [-38, -12, 14].map((x) => arch(x, -284, 16, 32)).join('') +
          [-38, -12, 14].map((x) => arch(x, -222, 16, 36)).join('')
        }
      />
      <Chhatri x={-40} y={-330} size={0.8} />
      <Chhatri x={30} y={-330} size={0.8} />
      <Chhatri x={-5} y={-334} size={1.25} />
      <Chhatri x={-196} y={-254} />
      <Chhatri x={-130} y={-254} />
      <Chhatri x={176} y={-248} />
      {paths`
        fort M-330-158c0-50 14-80 26-112c12 32 26 62 26 112ZM-372-158c0-30 8-50 18-72c10 22 18 42 18 72ZM262-158c0-44 12-70 24-98c12 28 24 54 24 98ZM318-158c0-28 8-46 16-66c8 20 16 38 16 66Z
        fort-shade M-304-270c12 32 26 62 26 112h-16c0-50-4-80-10-112ZM286-256c12 28 24 54 24 98h-14c0-44-4-70-10-98Z
        flag M-6-404h4l40 10l-38 14v24h-6Z
      `}
    </>
  )
}

/** Three camels on the ridge with riders, and a guide on foot. */
function Caravan() {
  return (
    <>
      <Walker x={520} y={764} />
      <Camel x={640} y={776} cloth="var(--cloth)" rider="var(--turban)" />
      <Camel x={850} y={792} cloth="var(--cloth-2)" rider="var(--turban-2)" size={0.98} />
      <Camel x={1056} y={790} cloth="var(--cloth-3)" rider="var(--turban)" size={0.96} />
    </>
  )
}

function Camel({ cloth, rider, ...at }: Placed & { cloth: string; rider: string }) {
  return (
    <g transform={placeTransform(at)}>
      {paths`
        shadow M-80 4q90-14 190 2q-90 16-190-2Z
        camel-dark M-34-60l-8 34l8 28h11l-6-28l12-30ZM50-60l12 34l-4 28h11l4-30l-6-36Z
        camel M-56-66c0-24 20-34 40-36c10-26 34-30 48-2c24 0 40 12 44 34c8 12 8 24 4 34l-5-2c2-10 0-18-5-26l-8 34l2 32h-11l-5-32l4-30c-24 6-46 6-66 0l-8 30l5 32h-11l-7-32l2-38c-10-2-14-8-20-18c-8 6-16 2-22-8c-10-16-12-36-24-44c-8 8-22 6-32 2c-4-6 0-10 6-12c10-2 16-10 28-10c20 2 22 26 30 44c4 10 8 20 15 24Z
        camel-dark M-99-150l8-10l2 14ZM-120-134h18v3h-18Z
      `}
      <path fill={cloth} d="M-24-104q36-26 66-2l8 44q-40 14-80 0Z" />
      {paths`
        fringe M-32-68q42 14 82 0l1 8q-42 14-84 0ZM-28-84q38 14 76 0l1 5q-38 14-78 0Z
        robe M-6-108q0-30 14-38q16 4 18 40q-16 10-32-2ZM-4-132l-30 16l4 6l30-12Z
      `}
      <circle fill="var(--skin)" cx="9" cy="-156" r="10" />
      <path fill={rider} d="M-4-158c-2-20 28-22 27-2c4 6 2 10-3 8c-4-8-14-10-24-6Z" />
    </g>
  )
}

function Walker(at: Placed) {
  return (
    <g transform={placeTransform(at)}>
      {paths`
        shadow M-24 2q30-8 60 2q-30 8-60-2Z
        robe M-14-70q14-14 28 0l12 52q-10 6-18 4l2 14H2l-4-16l-8 16h-9l8-22Z
        fringe M-13-40h31l2 8h-34Z
        skin M12-66l30 12l58 6v3l-60-3l-30-12Z
      `}
      <circle fill="var(--skin)" cx="0" cy="-84" r="10" />
      <path fill="var(--turban-2)" d="M-13-86c-2-20 28-22 27-2c4 6 2 10-3 8c-4-8-14-10-24-6Z" />
    </g>
  )
}

function Scrub(at: Placed) {
  return (
    <path
      fill="var(--scrub)"
      transform={placeTransform(at)}
      d="M-40 6q-8-30-30-40q30 4 40 26q-4-34-16-54q26 20 30 54q2-40 14-58q4 30 2 56q14-28 36-36q-16 20-18 44q16-16 40-14q-24 8-32 24Z"
    />
  )
}
