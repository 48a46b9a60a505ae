import classes from './manali.module.css'
import { paths } from './paths.tsx'
import { Birds, Scene, type SceneProps, Sun } from './scene.tsx'
import { deodar, type Placed, placeTransform } from './shapes.ts'

/** The valley of Manali: snow peaks, deodar woods, the Beas, and the wooden temple of Hadimba. */
export function ManaliScene({ className = '' }: SceneProps) {
  return (
    <Scene name="manali" palette={classes.manali} className={className}>
      <Sun x={1080} y={240} r={84} />
      <Birds x={500} y={150} />
      <Peaks />
      <Slopes />
      <River />
      <Temple />
      <House />
      <Foreground />
    </Scene>
  )
}

function Peaks() {
  return (
    <>
      {paths`
        peak-far M0 520V380L120 290l80 50l120-130l96 96l60-40l90 110v180ZM1000 560l120-220l70 60l110-150l90 110l60-40l230 180v120Z
        snow-far M320 210l96 96l-30-6l-20 26l-28-20l-30 24l-24-20l-40 20ZM1300 250l90 110l-34-12l-18 28l-26-26l-22 22l-22-16l-30 14ZM120 290l80 50l-34 0l-14 22l-26-18l-44 24Z
        peak M230 620L520 300l70 50L840 110l170 190l60-40l360 360Z
        peak-shade M840 110l170 190l60-40l360 360h-380l-60-130l30-70l-90-60l40-80l-60-60ZM520 300l70 50l-40 70l50 60l-30 80l40 60H460l40-110l-30-60Z
        snow M840 110L648 294l44-12l26 30l44-44l30 50l36-30l52 60l20-50l60 40l-10-40l60 2ZM520 300l-104 116l40-18l24 26l32-36l26 40l16-48l36-30ZM1070 260l-60 40l30 30l40-10l30 40l30-30l40 30Z
        snow-shade M840 110l170 190l-60-2l10 40l-60-40l-20 50l-22-26l6-52l30-40l-40-50ZM1070 260l110 100l-40-30l-30 30l-30-40l10-30Z
        slope-far M0 600h1680v80H0Z
        mist M0 560q200-60 420-20t420-20t440 20t400-30v120H0Z
      `}
    </>
  )
}

/** Rows of deodars along a line, each as one drawing. */
function Wood({ trees }: { trees: readonly (readonly [number, number, number])[] }) {
  return trees.map(([x, y, size]) => (
    <g key={x} transform={placeTransform({ x, y, size })}>
      <path fill="var(--tree-dark)" d={deodar.dark} />
      <path fill="var(--tree)" d={deodar.light} />
    </g>
  ))
}

const farWood = [
  [40, 640, 0.55],
  [96, 630, 0.62],
  [150, 628, 0.5],
  [214, 618, 0.66],
  [268, 622, 0.52],
  [330, 612, 0.62],
  [384, 618, 0.5],
  [440, 622, 0.58],
  [1118, 622, 0.52],
  [1172, 612, 0.62],
  [1230, 612, 0.5],
  [1290, 602, 0.66],
  [1350, 604, 0.54],
  [1410, 600, 0.66],
  [1470, 604, 0.52],
  [1530, 610, 0.66],
  [1590, 616, 0.58],
  [1640, 626, 0.66],
] as const

function Slopes() {
  return (
    <>
      <path
        fill="var(--slope-far)"
        d="M0 560c160-50 300-40 440 10c100 34 200 60 330 60s260-40 380-80c160-56 330-60 530-10v160H0Z"
      />
      <g className={classes.far}>
        <Wood trees={farWood} />
      </g>
      {paths`
        slope M0 640c220-50 380-20 520 20c120 34 220 44 330 40c160-4 300-60 440-84c150-26 270-16 390 14v200H0Z
        meadow M0 720c240-40 400-10 560 24c140 28 260 24 400-8c220-50 460-70 720-26v300H0Z
      `}
    </>
  )
}

/** The Beas, from between the slopes to the foreground, over boulders. */
function River() {
  return (
    <>
      {paths`
        river-bank M800 690c60 24 110 40 70 70c-50 36-190 44-230 90c-40 48 30 100 90 150h430c-120-50-250-90-220-140c30-50 140-70 130-110c-8-34-140-44-190-66Z
        river M822 690c66 26 136 40 96 74c-44 36-190 48-214 92c-24 46 60 98 126 144h280c-110-46-250-92-212-148c30-44 118-62 104-100c-12-30-110-44-150-62Z
        foam M760 830q50-24 120-28q-60 20-92 40ZM744 880q60 14 110-4q-30 34-90 26ZM816 946q80 4 120-12q-20 30-100 26ZM868 752q50-2 84-18q-16 26-70 28ZM900 990q60 0 100-14q-10 20-60 24h-30Z
        rock M650 850q20-30 54-20q26 10 18 34q-40 16-72-14ZM950 884q30-26 60-8q20 18 4 34q-40 8-64-26ZM760 968q30-26 62-8q18 18 2 34h-56ZM1000 770q22-16 42-4q12 14 0 22q-28 4-42-18Z
        snow-shade M654 846q20-26 50-18q-20 4-50 18ZM956 880q26-20 54-6q-24-2-54 6ZM764 962q26-20 54-6q-24-2-54 6Z
      `}
    </>
  )
}

/** Hadimba's temple among the deodars: three square roofs and a round brass roof on top. */
function Temple() {
  return (
    <g transform="translate(560 806)">
      {paths`
        shadow M-160 6q160-22 330 4q-160 20-330-4Z
        stone M-120-24h240V4h-240Z
        stone-line M-120-10h240v3h-240Z
        wood M-96-104H96v80H-96Z
        wood-dark M-78-104h10v80h-10Zm36 0h10v80h-10Zm74 0h10v80H32Zm36 0h10v80H68Z
        door M-22-24v-62h44v62Z
        gilt M-28-92h56v6h-56ZM-2-86h4v62h-4Z
        roof-dark M-170-96l52-58h236l52 58Z
        roof M-170-96l52-58H60L80-96Z
        wood M-74-180H74v28H-74Z
        roof-dark M-120-172l42-56H78l42 56Z
        roof M-120-172l42-56H40l14 56Z
        wood M-44-250h88v26h-88Z
        roof-dark M-76-240L0-326l76 86Z
        roof M-76-240L0-326l28 86Z
        gilt M-2-372h4v44h-4ZM-8-370q0 16 8 18q8-2 8-18h-3q0 12-5 14q-5-2-5-14ZM-9-332q9-14 18 0l-4 8H-5Z
        snow M-118-154h236l16 18q-20-8-32 2q-20-12-34 0q-20-12-36 0q-20-10-34 0q-20-12-36 0q-20-10-32 0q-20-12-34 0q-16-8-30 0ZM-78-228H78l14 18q-16-8-26 0q-18-10-30 0q-18-10-32 0q-16-10-30 0q-16-10-28 0q-18-8-38 0ZM0-326l22 26q-12-4-20 4q-12-8-24 2Z
      `}
    </g>
  )
}

/** A hill house with a balcony and a lit window. Prayer flags connect it with the next deodar. */
function House() {
  return (
    <g transform="translate(1190 800)">
      {paths`
        shadow M-150 8q150-20 310 4q-150 20-310-4Z
        smoke M62-214q-16-18 0-34t-4-36q24 14 16 36t4 34Z
        stone M50-216h26v50H50ZM-100-60h200V6h-200Z
        stone-line M-100-40h200v3h-200Zm0 22h200v3h-200Z
        wall M-112-128h224v70h-224Z
        wood M-126-68h252v12h-252ZM-126-100h252v6h-252Z
        wood-dark M-122-96h5v30h-5Zm24 0h5v30h-5Zm24 0h5v30h-5Zm24 0h5v30h-5Zm24 0h5v30h-5Zm24 0h5v30h-5Zm24 0h5v30h-5Zm24 0h5v30h-5Zm24 0h5v30h-5Zm24 0h5v30h-5Zm24 0h5v30h-5Z
        pane M-84-124h30v24h-30Zm70 0h30v24h-30Zm70 0h30v24H56ZM-80-44h34v30h-34ZM50-44h34v30H50Z
        door M-18-50h36V6h-36Z
        slate-dark M-150-122L-60-196H80l70 74Z
        slate M-150-122L-60-196H20l40 74Z
        snow M-60-196H80l20 22q-18-8-30 2q-18-12-32 0q-18-10-32 2q-18-12-34 0q-18-10-32 0q-16-8-26 2Z
        wood-dark M-334-216h6v150h-6Z
      `}
      <path fill="none" stroke="var(--string)" strokeWidth="3" d="M-104-150Q-230-110-330-210" />
      <path fill="var(--flag-1)" d="M-136-140l22-4l2 30l-20 2ZM-238-152l20 10l-14 26l-18-10Z" />
      <path fill="var(--flag-2)" d="M-170-136l24-2l0 30l-22 0ZM-264-168l18 12l-14 26l-18-12Z" />
      <path fill="var(--flag-3)" d="M-204-142l22 6l-6 28l-20-4ZM-290-188l16 14l-16 24l-16-14Z" />
    </g>
  )
}

function Foreground() {
  return (
    <>
      {paths`
        snow-field M0 880c120-34 260-30 380 6c90 28 170 60 240 114H0ZM1680 850c-150-30-300-10-400 40c-70 34-110 70-130 110h530Z
        snow-field-shade M0 950c140-26 300-16 420 50H0ZM1680 930c-140-26-280 0-380 70h380Z
      `}
      <Wood
        trees={[
          [420, 850, 1.15],
          [330, 900, 1.7],
          [190, 940, 2.1],
          [60, 980, 2.5],
          [1340, 860, 1.2],
          [1440, 910, 1.8],
          [1580, 960, 2.4],
        ]}
      />
      <path
        fill="var(--snow)"
        d="M330 560l20 44l-16-8l-14 14l-16-6ZM190 520l26 56l-20-8l-18 16l-20-8ZM1440 550l22 48l-16-6l-16 14l-18-8ZM1580 480l30 64l-22-8l-20 18l-24-8Z"
      />
      <Traveller x={700} y={838} />
    </>
  )
}

/** A traveller with a pack. */
function Traveller(at: Placed) {
  return (
    <g transform={placeTransform({ ...at, size: 0.9 })}>
      <path fill="var(--shadow)" d="M-24 2q24-8 54 2q-26 8-54-2Z" />
      <path fill="var(--leg)" d="M-8-30l-8 32h9l7-22l6 22h9L8-30Z" />
      <path fill="var(--coat)" d="M-13-68q12-12 26 0l4 42h-34Z" />
      <path fill="var(--pack)" d="M-30-70q0-8 12-8q10 2 8 42h-16q-8-4-4-34Z" />
      <circle fill="var(--skin)" cx="2" cy="-80" r="9" />
      <path fill="var(--pack)" d="M-8-82q0-12 11-12t10 12q-10-4-21 0ZM0-98h6v6H0Z" />
    </g>
  )
}
