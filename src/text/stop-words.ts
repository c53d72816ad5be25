import { fold } from './normalise.js'

const list = (words: string): Set<string> => new Set(fold(words).split(' '))

/** Words that carry no content of their own. Negations are never among them: see `NEGATIONS`. */
export const STOP_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: list(
    `a about above after again all also am an and any are as at be because been before being below between both but by can could did do
    does doing down during each either etc every few for from further had has have having he her here hers him his how however i if in
    into is it its itself just may me might more most must my of off on once only or other our out over own s same shall she should so
    some such than that the their them then there these they this those thus to too under until up upon very was we were what when
    where whether which while who whom whose why will with would you your`,
  ),
  de: list(
    `aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus bei beim bin bis bist da
    damit dann das dass dasselbe dazu dein deine dem den denn der deren des dessen die dies diese diesem diesen dieser dieses doch dort
    du durch ein eine einem einen einer eines einig einige er es etwas euch euer für gegen gewesen hab habe haben hat hatte hatten hier
    hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im in indem ins ist jede jedem jeden jeder jedes jene jener jetzt kann
    können könnte man manche mehr mein meine mit muss müssen nach noch nun nur ob oder sehr sein seine seinem seinen seiner seines selbst
    sich sie sind so solche soll sollen sollte sondern sonst über um und uns unser unter viel vom von vor wann war waren warum was weil
    welche welchem welchen welcher welches wenn wer werde werden wie wieder will wir wird wo wollen worden wurde wurden während würde
    würden zu zum zur zwar zwischen darf dürfen`,
  ),
  fr: list(
    `a à afin ai ainsi alors après au aucuns aussi autre autres aux avant avec avoir avait avaient c car ce ceci cela celle celles celui
    ces cet cette ceux chaque chez comme comment d dans de depuis des doit doivent donc dont du elle elles en encore entre es est et
    était étaient été être eu eux fait il ils j je l la là le les leur leurs lors lorsque lui m ma mais me même mes moi mon notre nos
    nous on ont ou où par parce pendant peu peut peuvent plus pour pourra pourquoi puis qu quand que quel quelle quelles quels qui s sa
    se sera seront ses si soit son sont sous sur t ta tandis te tes ton tous tout toute toutes très tu un une vers votre vos vous y`,
  ),
  it: list(
    `a ad agli ai al alla alle allo anche ancora avere aveva avevano c che chi ci ciò coi col come con cui d da dagli dai dal dalla dalle
    dallo degli dei del dell della delle dello deve devono di dopo dove e è ed era erano essere fra fu gli ha hanno ho i il in io l la le
    lei li lo loro lui ma mentre mi mia mio molto nei negli nel nell nella nelle nello noi nostra nostro o ogni oppure per perché più può
    possono poi prima qual quale quali quando quanto quella quelle quelli quello questa queste questi questo qui quindi s sarà se sei si
    sia siano sono sopra sotto sta su sua sue sugli sui sul sulla sulle sullo suo suoi tra tu tua tuo tutti tutto un una uno v vi viene
    vengono voi`,
  ),
  ur: list(
    `ہے ہیں تھا تھی تھے ہو ہوں ہوا ہوئی ہوئے ہوتا ہوتی ہوتے ہونا ہونے کا کی کے کو سے میں پر نے اور یا کہ جو جس جن یہ وہ اس ان اسی ایک بھی
    ہی تو تک کر کرنا کرنے کرتا کرتی کرتے کرے کیا گیا گئی گئے جا جاتا جاتی جاتے جائے سکتا سکتی سکتے کوئی کچھ لیے لئے ساتھ بعد پہلے اگر مگر
    لیکن تحت مطابق وغیرہ گا گی گے ہم آپ`,
  ),
  'ur-Latn': list(
    `hai hain tha thi thay the ho hon hua hui huay hota hoti hote hona hone ka ki ke kay ko se say mein main me par per ne nay aur ya keh
    jo jis jin yeh ye woh wo us un is in isi aik ek bhi hi to toh tak kar karna karne karta karti karte kare kiya kia gaya gayi gai gaye
    ja jata jati jate jaye sakta sakti sakte koi kuch liye sath saath baad pehle agar magar lekin tehat tahat mutabiq waghaira ga gi ge
    hum aap`,
  ),
}

/** Words that turn a statement round; kept as content in every count. */
export const NEGATIONS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: list(
    `no not never none neither nor nobody nothing nowhere cannot without can't won't don't doesn't didn't isn't aren't wasn't weren't
    hasn't haven't hadn't shouldn't wouldn't couldn't mustn't needn't shan't unless except`,
  ),
  de: list(
    'nicht nichts nie niemals niemand niemandem niemanden kein keine keinem keinen keiner keines keinerlei weder nirgends ohne ausser',
  ),
  fr: list('ne n pas ni jamais aucun aucune aucunement nul nulle rien guère sans sauf non'),
  it: list('non né neanche neppure nemmeno mai nessun nessuno nessuna niente nulla senza salvo tranne eccetto no'),
  ur: list('نہیں نہ نا بغیر مت سوائے'),
  'ur-Latn': list('nahin nahi nahee nahen na mat baghair bina siwaye nahein not no without'),
}
