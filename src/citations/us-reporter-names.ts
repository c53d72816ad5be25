/** Reporters as the Bluebook writes them, by commas; `2d|3d` lists further series. */
const REPORTERS: readonly string[] = [
  // federal
  `U.S., S. Ct., L. Ed.|2d, F.|2d|3d|4th, F. App'x, F. Supp.|2d|3d, F.R.D., B.R., Fed. Cl., Cl. Ct., Ct. Cl., T.C., Vet.
    App., M.J.`,
  // regional
  `A.|2d|3d, P.|2d|3d, N.E.|2d|3d, N.W.|2d|3d, S.E.|2d, S.W.|2d|3d, So.|2d|3d, Cal. Rptr.|2d|3d, N.Y.S.|2d|3d, Ill. Dec.`,
  // states and territories
  `Ala., Ala. App., Alaska, Ariz., Ariz. App., Ark., Ark. App., Cal.|2d|3d|4th|5th, Cal. App.|2d|3d|4th|5th, Colo., Colo.
    App., Conn., Conn. App., Conn. Supp., Del., Del. Ch., D.C., App. D.C., Fla., Ga., Ga. App., Haw., Hawai'i, Haw. App.,
    Idaho, Ill.|2d, Ill. App.|2d|3d, Ind., Ind. App., Iowa, Kan., Kan. App.|2d, Ky., Ky. App., La., La. Ann., La. App., Me.,
    Md., Md. App., Mass., Mass. App. Ct., Mich., Mich. App., Minn., Miss., Mo., Mo. App., Mont., Neb., Neb. App., Nev.,
    N.H., N.J., N.J.L., N.J. Eq., N.J. Super., N.J. Tax, N.M., N.M. App., N.Y.|2d|3d, A.D.|2d|3d, Misc.|2d|3d, N.C., N.C.
    App., N.D., Ohio, Ohio St.|2d|3d, Ohio App.|2d|3d, Ohio Misc.|2d, Okla., Okla. Crim., Or., Or. App., Pa., Pa. Super.,
    Pa. Commw., Pa. Cmwlth., R.I., S.C., S.D., Tenn., Tenn. App., Tenn. Crim. App., Tex., Tex. Crim., Tex. App., Utah|2d,
    Vt., Va., Va. App., V.I., Wash.|2d, Wash. App.|2d, W. Va., Wis.|2d, Wyo., P.R., P.R. Dec., D.P.R., Guam, N. Mar. I.`,
  // nominative
  `Dall., Cranch, Wheat.`,
].flatMap((line) => line.split(',').map((name) => name.trim().replace(/\s+/gu, ' ')))

/** Known reporters by their letters and digits alone: `A.3d`, `A. 3d` and `A 3d` are one. */
const BY_LETTERS = new Map(
  REPORTERS.flatMap((entry) => {
    const [name = '', ...series] = entry.split('|')
    // "A.3d", but "So. 3d": no space behind initials
    const join = /(?:^|\.)\p{Lu}\.$/u.test(name) ? '' : ' '
    return [name, ...series.map((one) => `${name}${join}${one}`)].map((full) => [letters(full), full] as const)
  }),
)

/** A U.S. reporter by its name however it is spaced; undefined where it is not known. */
export function knownReporter(name: string): string | undefined {
  return BY_LETTERS.get(letters(name))
}

function letters(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '')
}
