import type { FormWords } from "../forms.ts";

/** The texts of the server's own forms, in French. */
export const forms: FormWords = {
  application: "cette application",
  linkEnded: (application) => `La demande de ${application} a pris fin. Rien n’a été connecté.`,
  manualEntry: {
    name: "Saisie manuelle",
    label: "Saisir les numéros de compte",
    kinds: { checking: "Compte courant", savings: "Compte d’épargne" },
    routing: "Numéro d’acheminement",
    account: "Numéro de compte",
    type: "Type de compte",
    agree: "J’accepte deux petits virements qui prouvent que ce compte est le mien",
  },
  files: {
    name: "Fichier bancaire",
    label: "Envoyer un fichier de votre banque",
    aliases: ["MT940", "camt.053", "fichier bancaire", "relevé", "importer", "export"],
    bank: "Nom de votre banque",
    titles: {
      first: "Ajoutez un fichier de votre banque",
      newer: "Ajoutez un fichier plus récent",
    },
    lead: "Connectez-vous à votre banque, téléchargez vos opérations et choisissez le fichier ici\u00a0: OFX, QIF, CSV, MT940 ou camt.",
    download: (bank, path, format) => [
      `${bank}\u00a0: ${path}.`,
      `Choisissez ${format} comme format.`,
    ],
    note: (application) => `${application} reçoit ses opérations, aucun mot de passe.`,
    sampleFile: "Télécharger le fichier d’exemple",
    missing: "Choisissez un fichier.",
    choose: "Choisir un fichier",
    drop: "ou déposez-le ici",
    sending: "Envoi de votre fichier",
    reading: "Lecture de votre fichier",
    columns: "Est-ce exact\u00a0?",
    columnsHelp:
      "Voici les premières lignes de votre fichier. Dites une fois ce qu’est chaque colonne.",
    questions: "À propos de votre fichier",
    questionsHelp: "Votre fichier ne le dit pas.",
    file: "Fichier de votre banque",
    sample: "Le bac à sable n’accepte que ses propres fichiers d’exemple, jamais un vrai.",
    kinds: {
      checking: "Compte courant",
      savings: "Compte d’épargne",
      "money market": "Compte du marché monétaire",
      "line of credit": "Ligne de crédit",
      "credit card": "Carte de crédit",
      cash: "Espèces",
      investment: "Placements",
    },
    whichText: "Lequel de ces textes est juste\u00a0?",
    whichYear: "De quelle année est la date la plus récente\u00a0?",
    whichAccount: "De quel compte vient ce fichier\u00a0?",
    newAccount: "Un autre compte",
    pair: {
      title: "Est-ce la même opération\u00a0?",
      earlier: "Fichier antérieur",
      this: "Ce fichier",
      gone: "N’y est plus",
      new: "Nouveau",
      why: (reasons) => `Pourquoi cette question\u00a0: ${reasons}.`,
    },
    samePair: ({ day, amount, before, now }) =>
      before === now
        ? `${day}, ${amount}\u00a0: «\u00a0${now}\u00a0» est dans un fichier précédent et dans celui-ci.`
        : `${day}, ${amount}\u00a0: «\u00a0${before}\u00a0» dans un fichier précédent, «\u00a0${now}\u00a0» dans celui-ci.`,
    samePairs: (count) =>
      `${count} lignes ressemblent fort à celles d’un fichier précédent. Sont-ce les mêmes opérations\u00a0?`,
    match: (before, now, reasons) =>
      `«\u00a0${now.name}\u00a0» (${now.day}, ${now.amount}) est nouvelle, et «\u00a0${before.name}\u00a0» (${before.day}, ${before.amount}) n’est plus là. Pourquoi cette question\u00a0: ${reasons}.`,
    same: "La même opération",
    other: "Deux opérations",
    sameMany: "Les mêmes opérations",
    otherMany: "D’autres opérations",
    column: (place) => `Colonne ${place}`,
    ignored: "Ignorée",
    roles: {
      date: "Date",
      amount: "Montant",
      debit: "Débit",
      credit: "Crédit",
      description: "Libellé",
      payee: "Bénéficiaire",
      memo: "Note",
      balance: "Solde",
      currency: "Devise",
      id: "Identifiant",
      reference: "Référence",
      direction: "Sens",
    },
    securityRoles: {
      security: "Titre (nom, code ou ISIN)",
      units: "Nombre de titres",
      price: "Cours d’un titre",
      action: "Achat ou vente",
    },
    words: "Que veulent dire ces mots\u00a0?",
    wordsHelp:
      "Votre fichier a des genres d’opérations inconnus. Dites une fois ce qu’est chacun\u00a0; les fichiers suivants ne poseront plus la question.",
    wordRows: (word, count) => `${word} (${count === 1 ? "1 ligne" : `${count} lignes`})`,
    unitsOf: (units, security) => `${units} × ${security || "titres"}`,
    tradeKinds: {
      choose: "Choisir",
      buy: "Achat",
      sell: "Vente",
      reinvestment: "Achat par un dividende",
      dividend: "Dividende",
      interest: "Intérêts",
      fee: "Frais",
      tax: "Impôt",
      deposit: "Versement",
      withdrawal: "Retrait",
      transfer_in: "Titres entrés",
      transfer_out: "Titres sortis",
      split: "Division d’actions",
      other: "Autre entrée ou sortie d’argent",
      none: "Laissé de côté",
    },
    sayWord: (word) => `Dites ce que veut dire «\u00a0${word}\u00a0».`,
    quoted: (word) => `«\u00a0${word}\u00a0»`,
    nextWords: (words, count) =>
      `Ensuite, vous direz ce que ${count === 1 ? "veut" : "veulent"} dire ${words}${count > 3 ? " …" : ""}.`,
    lacks: (role) => `Choisissez la colonne «\u00a0${role}\u00a0».`,
    twice: (role) => `Deux colonnes sont «\u00a0${role}\u00a0». Choisissez-en une.`,
    dateOrder: "Ordre des dates",
    dateOrders: { DMY: "Jour, mois, année", MDY: "Mois, jour, année", YMD: "Année, mois, jour" },
    decimalMark: "Les montants s’écrivent",
    sign: "Un montant sans moins est",
    signs: { out: "Une entrée", in: "Une sortie" },
    fee: "Les frais à côté d’un montant sont",
    fees: { inside: "Compris dans le montant", onTop: "En plus du montant" },
    currencies: "Les lignes en plusieurs devises sont",
    accountsOfCurrencies: { one: "D’un seul compte", each: "D’un compte par devise" },
    mismatch: (rows, balances) =>
      `Les lignes font ${rows} en tout, mais le solde indique ${balances}.`,
    payments: (count, days) =>
      `${count === 1 ? "1 opération" : `${count} opérations`}, ${days}\u00a0:`,
    trades: (count, days) =>
      `${count === 1 ? "1 ordre exécuté" : `${count} ordres exécutés`}, ${days}\u00a0:`,
    positions: (count) =>
      `${count === 1 ? "1 titre détenu, d’une valeur de" : `${count} titres détenus, de valeurs`}\u00a0:`,
    leftOut: (count, problem) => {
      if (problem !== null)
        return count === 1
          ? `Une ligne a été laissée de côté. ${problem}`
          : `${count} lignes ont été laissées de côté. La première\u00a0: ${problem}`;
      return count === 1
        ? "Une ligne qui n’est pas une opération a été laissée de côté."
        : `${count} lignes qui ne sont pas des opérations ont été laissées de côté.`;
    },
    line: (line, problem) => `Ligne ${line}\u00a0: ${problem}`,
    problems: {
      INVALID_ARCHIVE:
        "Cette archive ne s’ouvre pas. Décompressez-la et choisissez le fichier qu’elle contient.",
      NOT_A_SAMPLE:
        "Le bac à sable n’accepte que ses fichiers d’exemple. Pour les vôtres, utilisez l’environnement de développement.",
      EMPTY_FILE: "Ce fichier est vide.",
      UNKNOWN_FORMAT:
        "Ce type de fichier ne peut pas être lu. Choisissez OFX, CSV, QIF, MT940 ou camt.",
      FILE_TOO_LARGE: "Ce fichier est trop grand. Choisissez une période plus courte.",
      TOO_MANY_TRANSACTIONS:
        "Ce fichier contient trop d’opérations. Choisissez une période plus courte.",
      TOO_MANY_ACCOUNTS: "Ce fichier contient trop de comptes. Téléchargez-en moins à la fois.",
      UNCLEAR_ACCOUNTS:
        "Les comptes de ce fichier ne se distinguent pas. Téléchargez-les un par un.",
      INVALID_ENCODING: "Ce texte mélange plusieurs encodages. Téléchargez à nouveau le fichier.",
      DOCUMENT_TYPE:
        "Le fichier déclare des entités, qui ne sont pas lues. Téléchargez-le à nouveau.",
      BROKEN_STRUCTURE: "Le fichier est abîmé ici. Téléchargez-le à nouveau.",
      NO_STATEMENT: "Ce fichier ne contient aucune opération.",
      UNKNOWN_ACTION: "Ce genre d’opération est inconnu.",
      NO_TRANSACTION: "Cette ligne n’est pas une opération.",
      MISSING_FIELD: "Une date ou un montant manque.",
      INVALID_DATE: "Cette date ne peut pas être lue.",
      AMBIGUOUS_DATES: "Le jour et le mois peuvent s’échanger dans toutes les dates du fichier.",
      INVALID_AMOUNT: "Ce montant ne peut pas être lu.",
      INVALID_CURRENCY: "Cette monnaie ne peut pas être lue.",
      INVALID_ACCOUNT_NUMBER: "Ce numéro de compte ne peut pas être lu.",
      INVALID_BANK_NUMBER: "Ce numéro de banque ne peut pas être lu.",
      INVALID_ID: "Ce numéro d’opération ne peut pas être lu.",
      VALUE_TOO_LONG: "Un texte est trop long ici.",
    },
  },
  approval: {
    user: "Nom d’utilisateur",
    before: (institution) =>
      `Aucun mot de passe ici\u00a0: ${institution} vous demande votre accord dans son application.`,
    title: (institution) => `Approuvez dans l’application de ${institution}`,
    help: "Ouvrez l’application et comparez le code. Si elle en affiche un autre, n’approuvez pas.",
    plainHelp:
      "Ouvrez l’application et approuvez-y. N’approuvez pas si vous ne venez pas de saisir votre nom d’utilisateur ici.",
    says: (institution, words) => `${institution} indique\u00a0: «\u00a0${words}\u00a0»`,
    later:
      "L’application ne demande rien\u00a0? Annulez, vérifiez votre nom d’utilisateur et réessayez.",
  },
  confirmation: {
    password: "Mot de passe",
    method: "Comment voulez-vous confirmer votre identité\u00a0?",
  },
  ownAccounts: {
    ibans: "IBAN (plusieurs\u00a0: séparés par des virgules)",
    before: (institution) =>
      `${institution} ne partage que les comptes que vous indiquez avant de vous y connecter.`,
    wrong: "Ce n’est pas un IBAN. Vérifiez chacun d’eux.",
  },
  ways: {
    connection: (institution) => `S’identifier chez ${institution}, directement`,
    aggregator: (institution) => `S’identifier chez ${institution} par Enable Banking`,
    token: (institution) => `Coller un jeton que vous créez chez ${institution}`,
    fints: (institution) =>
      `S’identifier avec le code PIN de votre banque en ligne chez ${institution} (FinTS)`,
  },
  fints: {
    user: "Identifiant ou numéro de connexion",
    pin: "Code PIN ou mot de passe",
    bankCode: "Code banque (BLZ)",
    before: (institution) =>
      `Indiquez l’identifiant et le code PIN de votre banque en ligne chez ${institution}. Ils ne vont qu’à votre banque, qui demande ensuite un TAN ou votre accord.`,
    method: "Comment voulez-vous confirmer\u00a0?",
    medium: "Quel appareil ou quelle liste voulez-vous utiliser\u00a0?",
    tan: "Saisissez le TAN que votre appareil affiche.",
    wrongTan: "Ce TAN n’était pas le bon. En voici un autre.",
    wrongTans:
      "Deux TAN de suite n’étaient pas les bons, et votre banque peut les bloquer après trois. Vérifiez votre appareil, puis identifiez-vous de nouveau.",
    knownPin:
      "Votre banque a déjà refusé ce code PIN\u00a0; il n’a pas été renvoyé, car une banque bloque l’accès après trois. Saisissez le bon.",
    refused:
      "Votre banque a refusé cette connexion sans raison connue de nous. Vérifiez votre banque en ligne sur son propre site avant de réessayer.",
    stopped: {
      pin: "Votre banque n’accepte plus le code PIN que vous avez donné ici. Saisissez le nouveau.",
      locked:
        "Votre banque a bloqué votre banque en ligne. Débloquez-la auprès de la banque, puis identifiez-vous ici.",
      tan: "Votre banque vous demande de confirmer de nouveau, comme elle le fait tous les quelques mois.",
      unknown:
        "Votre banque a refusé la lecture sans raison connue de nous. Vérifiez votre banque en ligne, puis identifiez-vous ici.",
    },
  },
  ownToken: {
    token: "Votre jeton",
    before: (institution) =>
      `Créez chez ${institution} un jeton en lecture seule et collez-le ici. Il n’est envoyé qu’à ${institution}.`,
    setupToken: "Jeton de configuration",
    beforeSetup:
      "Créez un jeton de configuration sur votre serveur SimpleFIN, par exemple bridge.simplefin.org, et collez-le ici. Il ne sert qu’une fois.",
    setupRefused:
      "Ce jeton ne fonctionne pas, ou a déjà servi. Créez-en un nouveau sur votre serveur SimpleFIN.",
    unpaid:
      "Votre abonnement au serveur SimpleFIN a pris fin. Renouvelez-le, créez un nouveau jeton de configuration et collez-le ici.",
    waitingAt: (banks) =>
      `${banks || "Une banque"} demande une nouvelle connexion. Faites-la sur votre serveur SimpleFIN : ses comptes seront alors lus à nouveau, sans nouveau jeton.`,
  },
  aggregator: {
    noAccounts:
      "La connexion a réussi, mais aucun compte n’a été transmis. Associez d’abord vos comptes à l’application dans le panneau Enable Banking, puis connectez à nouveau cette banque.",
    bankFailed: (bank) =>
      `Un problème est survenu chez ${bank}, sans autre précision. Rien n’a été connecté. Réessayez plus tard.`,
    bankSaid: (bank, words) =>
      `${bank} indique\u00a0: «\u00a0${words}\u00a0». Rien n’a été connecté.`,
  },
  another: "Connecter un autre compte",
  wrongCode: (left) =>
    `Ce code n’est pas le bon.${left === null ? "" : ` Il vous reste ${left} essai${left === 1 ? "" : "s"}.`}`,
  existing:
    "Vous avez connecté cet identifiant le {since}. Renouveler cette connexion conserve son historique.",
  renew: "Renouveler cette connexion",
  linkedBefore: (bank, mask) =>
    `Vous avez déjà connecté ce compte${bank === null ? "" : ` via ${bank}`}${mask === null ? "" : ` (se terminant par ${mask})`}.`,
  deletesRest: "Ce que ce service a lu des autres est supprimé, sauf les rapports déjà établis.",
  otherAccounts: (application) =>
    `${application} demande un type de compte que cet identifiant n’a pas.`,
  amounts: { first: "Premier montant", second: "Second montant" },
};
