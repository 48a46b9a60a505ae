import classes from './goa.module.css'
import { paths } from './paths.tsx'
import { Birds, Palm, Scene, type SceneProps, Sun } from './scene.tsx'
import { arch } from './shapes.ts'

/** A Goan beach: the white church on its hill, a fishing boat, palms and a shack. */
export function GoaScene({ className = '' }: SceneProps) {
  return (
    <Scene name="goa" palette={classes.goa} className={className}>
      <Sun x={1010} y={392} r={92} />
      <path
        fill="var(--cloud)"
        d="M1180 250c4-26 42-30 54-10c20-14 48 0 46 20c20 0 26 20 10 24h-150c-20-4-8-34 40-34ZM250 160c6-22 38-24 48-6c18-12 44 2 40 20c18 2 22 18 6 22H206c-20-6-2-38 44-36Z"
      />
      <Birds x={820} y={200} />
      <Sea />
      <Headland />
      <Sail />
      <path fill="var(--foam)" d="M0 700c220-40 420 30 660 34s420-58 640-40s260 40 380 30v60H0Z" />
      <path fill="var(--wet)" d="M0 728c220-40 420 30 660 34s420-58 640-40s260 40 380 30v248H0Z" />
      <path fill="var(--sand)" d="M0 768c220-40 400 34 650 34s430-66 660-44s250 36 370 26v216H0Z" />
      <path fill="var(--sand-shade)" d="M0 880c300-30 520 40 800 30s520-60 880-20v110H0Z" />
      <Palm x={330} y={866} height={350} lean={-56} size={1.15} />
      <Palm x={420} y={900} height={300} lean={70} size={1.1} />
      <Shack />
      <Umbrella />
      <Boat />
      <Palm x={1296} y={880} height={400} lean={-104} size={1.2} />
      <Palm x={1440} y={930} height={360} lean={46} size={1.35} />
      <Palm x={110} y={960} height={330} lean={40} size={1.5} />
      <path
        fill="var(--grass)"
        d="M0 930q60-40 120-6q50-34 110 8q40 20 60 68H0ZM1680 900q-70-30-130 10q-60-30-120 20q-40 30-50 70h300Z"
      />
    </Scene>
  )
}

function Sea() {
  return (
    <>
      {paths`
        sea-far M0 470h1680v330H0Z
        glitter M860 474h300l-30 8H890Zm40 18h220l-24 8H924Zm-50 24h300l-26 9H880Zm70 30h170l-20 9h-130Zm-40 36h260l-24 10H902Z
        sea M0 560c240-26 420 14 700 6s620-34 980-4v240H0Z
        sea-near M0 640c260-30 460 34 720 36s560-60 960-26v160H0Z
      `}
      <path
        fill="var(--foam)"
        opacity="0.7"
        d="M700 590h130v5H700Zm260 22h180v5H960Zm-420 14h110v5H540Zm760-26h120v5h-120Zm-60 40h90v5h-90Z"
      />
    </>
  )
}

/** The hill at the bay with the church and its stairs. */
function Headland() {
  return (
    <>
      {paths`
        hill-far M0 372c120-40 240-34 360-6c150 34 240 80 420 106v10H0Z
        hill M0 440c120-44 300-76 470-62c130 10 210 52 330 104c40 18 30 26-20 28c-240 8-520 20-780 10Z
        hill-shade M0 486c180-40 330-22 470-2s220 22 330 8c20 16-10 18-40 18c-240 10-500 20-760 8Z
        hill-shade M392 388a26 26 0 0 1 44-14a30 30 0 0 1 52 6v22h-96ZM690 424a22 22 0 0 1 38-8a20 20 0 0 1 30 22l-60 2Z
      `}
      <g transform="translate(588 408)">
        {paths`
          stair M-70 26L-20 0H20L70 26L84 46H-84Z
          stair-line M-62 22h124v3H-62Zm-12 10h148v3H-74ZM-40 10h80v3h-80Z
          church M-66 4v-124h34V4ZM32 4v-124h34V4ZM-34 4v-108h68V4ZM-34-104c10-2 10-22 14-34h40c4 12 4 32 14 34Z
          church M-20-136c2-22 12-22 20-34c8 12 18 12 20 34ZM-62-118v-26h26v26ZM36-118v-26h26v26Z
          church-shade M52 4v-124h14V4ZM-44 4v-124h12V4Zm66 0v-108h12V4ZM-70-122h42v6h-42ZM28-122h42v6H28ZM-38-106h76v6h-76ZM-70-60h42v4h-42ZM28-60h42v4H28ZM-36-56h72v4h-72Z
          roof M-66-142l17-30l17 30ZM32-142l17-30l17 30Z
          roof M-2-190h4v6h6v4H2v14h-4v-14h-6v-4h6ZM-50-182h2v4h4v3h-4v8h-2v-8h-4v-3h4ZM48-182h2v4h4v3h-4v8h-2v-8h-4v-3h4Z
        `}
        <path
          fill="var(--pane)"
          d={
            arch(-49, -70, 14, 30) +
            arch(49, -70, 14, 30) +
            arch(-49, -16, 14, 28) +
            arch(49, -16, 14, 28) +
            arch(0, -66, 18, 30) +
            arch(-21, -70, 10, 22) +
            arch(21, -70, 10, 22)
          }
        />
        <path fill="var(--door)" d={arch(0, 4, 28, 50)} />
        <path fill="var(--pane)" d="M-8-122a8 8 0 1 0 16 0a8 8 0 1 0-16 0Z" />
      </g>
    </>
  )
}

function Sail() {
  return (
    <g transform="translate(880 566)">
      <path fill="var(--sail)" d="M0-112L4-8h70C60-50 34-88 0-112Z" />
      <path fill="var(--sail-shade)" d="M-4-96L-8-8h-48C-46-44-28-76-4-96Z" />
      <path fill="var(--hull-dark)" d="M-70-4H86q-8 26-40 26h-80q-28 0-36-26Z" />
    </g>
  )
}

function Shack() {
  return (
    <g transform="translate(1085 838)">
      {paths`
        shadow M-150 12c60-16 260-18 320 2c-60 16-260 16-320-2Z
        post M-120-90h10V8h-10Zm226 0h10V12h-10ZM-8-90h10V10H-8Z
        wall M-110-52H106v60H-110Z
        wall-line M-110-30H106v4H-110Zm0 22H106v4H-110Z
        counter M-122-62H118v14H-122Z
        thatch M-176-86C-120-150-70-196 0-206c70 10 120 54 172 120l-18 10l-16-8l-16 10l-18-9l-17 10l-18-10l-17 10l-18-10l-17 10l-18-10l-17 10l-18-10l-17 10l-18-10l-17 10l-18-10l-16 9l-17-9l-17 8Z
        thatch-shade M0-206c70 10 120 54 172 120l-18 10l-16-8l-16 10l-18-9C94-130 60-178 0-206Zm-60 40c-30 24-52 46-72 74h10c18-26 36-48 62-74Zm34-14c-22 30-36 56-46 88h10c10-32 20-58 36-88Z
        bunting M-110-70l9 16l9-18ZM-66-72l9 16l9-18ZM-22-72l9 16l9-18ZM22-72l9 16l9-18ZM66-72l9 16l9-18Z
        surf M128 10c-14-60-8-120 14-164c20 46 22 104 8 164Z
        surf-line M136 10c-4-56 0-110 6-146c4 36 6 90 2 146Z
      `}
    </g>
  )
}

function Umbrella() {
  return (
    <g transform="translate(800 868)">
      {paths`
        shadow M-90 10c50-12 170-12 210 2c-50 12-170 12-210-2Z
        post M-2-150l6 0L14 8h-8Z
        umbrella M-100-104c8-48 52-84 104-80c46 2 84 30 98 72c-66-20-136-18-202 8Z
        umbrella-stripe M-56-120c6-36 28-58 60-64c-18 20-26 38-28 56ZM4-184c22 16 34 36 38 62l-34-2c2-24 2-42-4-60Z
        lounger M-84 2l18-34h12L-62-8h70l2 10h-8l-2 10h-8l2-10h-56l-6 10h-8l6-10ZM44 0l18-34h12L66-10h60l2 10h-8l-2 10h-8l2-10H64l-6 10h-8l6-10Z
      `}
    </g>
  )
}

/** A fishing boat on the sand. */
function Boat() {
  return (
    <g transform="translate(560 880)">
      {paths`
        shadow M-140 12c80-16 220-14 290 2c-70 14-220 14-290-2Z
        hull M-156-74c30 20 60 26 96 28H70c44-2 72-14 100-40c-10 56-44 96-92 98H-64c-50-2-82-36-92-86Z
        hull-band M-153-62c30 18 60 24 96 26H72c40-2 68-12 94-34c-2 8-4 14-6 20c-26 18-52 26-86 28H-56c-34-2-64-10-92-24Z
        hull-dark M-156-74c30 20 60 26 96 28H70c44-2 72-14 100-40c-6 14-40 32-100 34H-60c-50-2-86-12-96-22Z
        post M-20-110h6v62h-6Z
        bunting M-14-110l44 12l-44 12Z
      `}
    </g>
  )
}
