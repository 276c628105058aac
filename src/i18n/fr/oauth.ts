import type { OAuthWords } from "../oauth.ts";

/** The texts of the pages on the way back from an institution, in French. */
export const oauth: OAuthWords = {
  done: [
    "Vous pouvez fermer cette fenêtre",
    "Nous continuons dans la fenêtre où vous avez commencé.",
  ],
  refused: (institution) => `La connexion à ${institution} a échoué`,
  declined: (institution) => `${institution} n’a pas été connectée`,
  refusedHelp: "Fermez cette fenêtre et revenez là où vous avez commencé pour réessayer.",
  goingOn: ["Un instant…", "Si rien ne se passe, revenez à l’application et recommencez."],
  whose: ["De quels comptes s’agit-il ?", "Chacun a sa propre page de connexion."],
  personal: "Comptes personnels",
  business: "Comptes professionnels",
  unknown: [
    "Cette page a expiré",
    "Rien n’a été connecté. Revenez là où vous avez commencé et réessayez.",
  ],
  used: [
    "Cette page a déjà été ouverte",
    "Elle ne sert qu’une fois. Revenez là où vous avez commencé\u00a0: nous y continuons.",
  ],
  ended: [
    "Cette connexion a été abandonnée",
    "Vous en avez commencé une autre depuis, ou avez tout quitté. Rien n’a été connecté ici.",
  ],
  browser: [
    "Vous avez commencé dans un autre navigateur",
    "Pour votre sécurité, nous ne continuons que dans le navigateur où vous avez commencé. Rien n’a été connecté. Retournez-y et réessayez.",
  ],
  closed: [
    "Cette page ne s’ouvre pas seule",
    "Pour connecter un compte, revenez à l’application et commencez là. Rien n’a été connecté.",
  ],
};
