import classes from './kerala.module.css'
import { paths } from './paths.tsx'
import { Birds, Palm, Scene, type SceneProps, Sun } from './scene.tsx'

/** The backwaters of Kerala: a kettuvallam between banks of palms. */
export function KeralaScene({ className = '' }: SceneProps) {
  return (
    <Scene name="kerala" palette={classes.kerala} className={className}>
      <Sun x={640} y={330} r={96} />
      {paths`
        hill-far M0 430c120-70 220-90 330-60c90-70 190-110 300-60c80 30 120 60 190 60c120-60 250-110 370-70c130-30 300 10 490 80v160H0Z
        hill M0 470c160-40 260-50 420-16c180-40 330-20 480 0c220-40 480-50 780-6v120H0Z
      `}
      <Birds x={980} y={210} />
      <FarBank />
      <Water />
      <Nets />
      <Houseboat />
      <NearBank />
    </Scene>
  )
}

const farPalms = [
  [150, 120, -14],
  [330, 150, 18],
  [425, 130, -22],
  [500, 165, 16],
  [690, 140, -20],
  [850, 150, 22],
  [930, 120, -12],
  [1040, 160, 18],
  [1150, 135, -24],
  [1250, 150, 14],
  [1370, 125, -16],
  [1480, 155, 22],
  [1590, 135, -14],
] as const

function FarBank() {
  return (
    <g className={classes.far}>
      {farPalms.map(([x, height, lean]) => (
        <Palm key={x} x={x} y={556} height={height} lean={lean} size={0.72} />
      ))}
      {paths`
        bank-far M0 520q50-30 100-8q60-34 130-4q50-26 110 0q70-30 140 2q60-26 130-2q60-26 120 4q70-32 140 0q70-28 140-2q60-28 130 2q60-24 120 0q70-26 140 2q60-24 140 0q60-20 140 0v50H0Z
        house M1190 500h70v44h-70ZM570 512h54v32h-54Z
        tiles M1178 504l24-34h46l24 34ZM560 516l18-26h38l18 26Z
        pane M1204 516h14v14h-14Zm28 0h14v14h-14ZM590 522h12v12h-12Z
      `}
    </g>
  )
}

function Water() {
  return (
    <>
      {paths`
        water-far M0 552h1680v448H0Z
        mirror M0 552h1680v10q-70 24-150 8q-70 26-150 4q-80 26-150 0q-70 26-150 2q-80 26-160 0q-70 22-150 0q-80 26-150 2q-70 22-150 0q-80 24-160 0q-70 20-310 4Z
        glitter M520 604h250l-26 8H546Zm60 30h130l-18 8h-94Zm-44 34h210l-24 9H562Zm70 38h90l-16 8h-60Z
        water M0 700c260-26 480 16 760 8s600-36 920-2v294H0Z
        ripple M110 640h150v5H110Zm1220 0h180v5h-180Zm-180-40h110v5h-110ZM300 610h80v5h-80ZM90 770h210v6H90Zm1180 26h240v6h-240Zm-250 70h190v6h-190Zm-560 10h150v6H460Z
      `}
    </>
  )
}

/** A Chinese fishing net of Kochi. */
function Nets() {
  return (
    <g transform="translate(286 640)">
      {paths`
        pole M-6-210l8-2L26 20h-8ZM40-160L-2-214l5-4L48-166ZM-88-166L-2-218l4 6L-82-160Z
        net M-88-164Q-20-130 46-164Q30-60-18-44Q-70-70-88-164Z
        net-line M-60-150Q-44-80-18-44l-4-2Q-54-84-64-152ZM14-152Q6-80-18-44l4-2Q12-84 18-153ZM-78-128Q-18-100 38-128l-1 4Q-18-96-77-124ZM-62-90Q-20-72 22-90l-2 4Q-20-68-60-86Z
        pole M-30 10H90v10H-30ZM70-6h8v40h-8ZM0-4h8v40H0Z
      `}
    </g>
  )
}

function Houseboat() {
  return (
    <g transform="translate(850 780)">
      {paths`
        reflection M-330 26h640q40 10-30 20h-560q-90-6-50-20Zm60 34h520q20 8-20 14h-470q-60-4-30-14Z
        inside M-196-100h400V0h-400Z
        lamp M-150-58h40v34h-40Zm62 0h40v34h-40ZM60-58h40v34H60Zm62 0h40v34h-40Z
        thatch M-232-56C-216-150-150-204-40-206H90c84 6 140 60 150 150h-26c-4-24-16-36-38-36s-36 14-38 36H36c-2-26-18-40-42-40s-40 14-42 40h-100c-2-24-14-38-34-38s-32 14-34 38Z
        thatch-dark M-40-206H90c84 6 140 60 150 150h-26c-2-14-8-24-16-30c-10-64-52-108-118-120ZM-108-188c-30 26-46 60-50 98h-8c2-42 18-78 46-104ZM-20-206c-18 30-26 68-26 110h-9c0-44 8-80 24-110ZM54-206c10 32 16 70 16 118h-9c0-48-5-86-15-118Z
        rim M-232-56C-216-150-150-204-40-206H90c84 6 140 60 150 150h-8c-12-84-64-132-144-140H-38C-142-194-206-144-224-56Z
        rim M-58-216q46-16 116 0v12q-60-12-116 0Z
        rail M-286-34h94v7h-94Zm480 0h84v7h-84ZM-282-30h6V4h-6Zm28 0h6V4h-6Zm28 0h6V4h-6ZM214-30h6V4h-6Zm28 0h6V4h-6Zm26 0h6V4h-6Z
        hull M-404-62c40 36 76 52 130 56H252c52-4 92-22 128-68c6 4 8 8 6 14C360 2 316 40 244 44H-256c-78-4-128-44-152-92c0-6 0-10 4-14Z
        hull-light M-400-50c42 38 82 52 132 56H250c50-4 94-24 130-62c-34 46-78 68-132 72H-262c-58-4-104-26-138-66Z
        brass M-330-12a7 7 0 1 0 14 0a7 7 0 1 0-14 0ZM292-12a7 7 0 1 0 14 0a7 7 0 1 0-14 0Z
      `}
      <Boatman />
    </g>
  )
}

/** The boatman at the bow with his pole. */
function Boatman() {
  return (
    <g transform="translate(-318 -22)">
      {paths`
        pole M-36-196l6-1L-2 66h-7Z
        mundu M-6-52h24l6 58H-10Z
        mundu-line M16-52h2l6 58h-6Z
        skin M-6-96q12-8 24 0l2 46H-6ZM-8-92l-22-14l4-8l24 14Zm30 0l-48 4l-1-9l48-6Z
      `}
      <circle fill="var(--skin)" cx="6" cy="-112" r="13" />
      <path fill="var(--turban)" d="M-8-114c-2-18 28-20 28-2c-8-6-18-6-28 2Z" />
    </g>
  )
}

function NearBank() {
  return (
    <>
      {paths`
        pad M560 926a46 12 0 1 1 92 0l-40-2l34 8a46 12 0 0 1-86-6ZM680 950a54 14 0 1 1 108 0l-46-2l40 9a54 14 0 0 1-102-7ZM1010 938a50 13 0 1 1 100 0l-44-2l38 8a50 13 0 0 1-94-6ZM1120 966a44 12 0 1 1 88 0l-40-2l34 8a44 12 0 0 1-82-6Z
        lotus M724 936q-26-8-22-24q10 2 16 8q-4-14 6-24q10 10 6 24q6-6 16-8q4 16-22 24ZM1056 924q-22-8-18-22q8 2 14 8q-4-12 4-22q10 10 6 22q6-6 12-8q6 16-18 22Z
      `}
      <Palm x={262} y={1010} height={500} lean={96} size={1.3} />
      <Palm x={1330} y={1010} height={520} lean={-110} size={1.2} />
      <Palm x={1490} y={1020} height={430} lean={60} size={1.5} />
      <Palm x={90} y={1030} height={400} lean={-40} size={1.6} />
      {paths`
        leaf-dark M0 1000V850q70 10 120 70q0-60 40-110q40 60 30 120q50-60 120-60q-10 70-80 130ZM1680 1000V840q-60 10-110 70q-10-60-60-100q-30 60-10 120q-50-50-120-40q20 70 90 110Z
        leaf M0 1000v-70q60 0 90 50q20-50 70-60q0 50-30 80ZM330 1000q-10-50 20-90q40 40 30 90ZM1680 1000v-80q-60 10-90 60q-30-50-80-50q10 50 40 70ZM1330 1000q-4-50 30-80q30 40 24 80Z
      `}
    </>
  )
}
